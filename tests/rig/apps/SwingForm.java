import java.awt.Component;
import java.awt.FlowLayout;
import java.awt.Point;
import java.io.FileOutputStream;
import java.io.PrintStream;
import javax.swing.*;
import javax.swing.event.DocumentEvent;
import javax.swing.event.DocumentListener;

/** A form of Swing: SwingForm LOG. Writes what happens to it, a line each, and first where its button "Save" is. */
public class SwingForm {
  static PrintStream log;

  public static void main(String[] arguments) throws Exception {
    log = new PrintStream(new FileOutputStream(arguments[0]), true, "UTF-8");
    SwingUtilities.invokeLater(SwingForm::show);
  }

  static JTextField field() {
    JTextField field = new JTextField("Ada", 20);
    field.getDocument().addDocumentListener(new DocumentListener() {
      public void insertUpdate(DocumentEvent event) { log.println("typed " + field.getText()); }
      public void removeUpdate(DocumentEvent event) { log.println("typed " + field.getText()); }
      public void changedUpdate(DocumentEvent event) {}
    });
    return field;
  }

  static JMenuBar menus() {
    JMenuItem item = new JMenuItem("Save As...");
    item.addActionListener(event -> log.println("menu Save As..."));
    JMenu file = new JMenu("File");
    file.add(item);
    JMenuBar bar = new JMenuBar();
    bar.add(file);
    return bar;
  }

  static JButton asking(JFrame frame) {
    JButton button = new JButton("Ask");
    button.addActionListener(event -> {
      log.println("asked");
      JOptionPane.showMessageDialog(frame, "Really?");
      log.println("answered");
    });
    return button;
  }

  static void show() {
    JFrame frame = new JFrame("Swing Form");
    JButton save = new JButton("Save");
    save.addActionListener(event -> log.println("pressed Save"));
    JCheckBox agree = new JCheckBox("Agree");
    agree.addActionListener(event -> log.println("agreed " + agree.isSelected()));
    JTextField name = field();
    JLabel label = new JLabel("Name");
    label.setLabelFor(name);
    JComboBox<String> paper = new JComboBox<>(new String[] {"Portrait", "Landscape", "Square"});
    paper.addActionListener(event -> log.println("chose " + paper.getSelectedItem()));
    JSpinner number = new JSpinner(new SpinnerNumberModel(2, 0, 100, 1));
    number.addChangeListener(event -> log.println("number " + number.getValue()));
    JList<String> colours = new JList<>(new String[] {"Red", "Green", "Blue"});
    colours.addListSelectionListener(event -> log.println("listed " + colours.getSelectedValue()));
    JPanel panel = new JPanel(new FlowLayout());
    Component[] all = {save, asking(frame), agree, label, name, paper, number, colours};
    for (Component each : all) panel.add(each);
    frame.setJMenuBar(menus());
    frame.add(panel);
    frame.setSize(420, 320);
    frame.setLocation(100, 80);
    frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
    frame.setVisible(true);
    Timer placed = new Timer(500, event -> {
      Point place = save.getLocationOnScreen();
      log.println("place " + place.x + "," + place.y + " " + save.getWidth() + "x" + save.getHeight());
    });
    placed.start();
  }
}

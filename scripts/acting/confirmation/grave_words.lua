-- Names of acts that cannot be undone, in 31 languages: delete, empty the trash, send, pay,
-- buy, order, submit, transfer, publish, reset to factory settings, format a disk, log out, restart, shut down. The
-- words for deleting and for ending a session are those of GTK, Nautilus, Thunar, Xfce and KDE. Each row is a language:
--   is      the name is this and nothing else: what is also a noun or begins harmless names
--   begins  the name begins so: an act is named by its verb
--   ends    the name ends so, in languages where the verb is last
--   has     the name has these words anywhere
--   except  a name with these words is of another act, whatever else fits, in any language
-- All words are written as grave.plain() returns names: in lower case, without punctuation.
local M = {
  { language = "en",
    is = "send, transfer, post, purchase, overwrite, restart, reboot, power off, destroy, purge, wipe",
    begins = "delete, erase, send, pay, buy, submit, publish, uninstall, restart now, restart computer, "
      .. "restart the computer, restart device, restart system, restart and, reboot now, reboot and, "
      .. "power off now, purchase now, transfer money, transfer funds, transfer ownership, transfer now, "
      .. "transfer to account, post comment, post reply, post now, yes delete, yes send, remove permanently, "
      .. "remove account, wipe data, wipe disk, wipe device, wipe all, destroy all",
    has = "delete permanently, permanently delete, delete forever, permanently remove, empty trash, "
      .. "empty the trash, empty recycle bin, empty bin, empty wastebasket, empty junk, secure erase, quick erase, "
      .. "format, shut down, shutdown now, log out, place order, place your order, place an order, order now, "
      .. "confirm order, submit order, confirm purchase, complete purchase, complete order, confirm payment, "
      .. "make payment, and pay, and send, and delete, and submit, and publish, and restart, and buy, "
      .. "factory reset, reset to factory, factory settings, factory defaults, reset all settings, reset this pc, "
      .. "reset device",
    except = "send to back, send to the back, send to bottom, send backward, send backwards, send to background, "
      .. "send behind, send to front, send to desktop, send feedback, send tab to device, send to device, "
      .. "send page to device, send link to device, submit bug, submit a bug, submit feedback, delete word, "
      .. "delete character, don t, do not, restart later, shut down later, log out of all" },
  { language = "zh",
    is = "支付, 提交, 发布, 發布, 發佈, 转账, 轉帳, 下单, 下單, 购买, 購買, 付款, 发送, 發送, 傳送, 重启, 重新启动, 重新啟動, 格式化, 结账并付款",
    begins = "删除, 刪除, 永久删除, 永久刪除, 彻底删除, 徹底刪除, 全部删除, 全部刪除, 抹掉, 清空回收站, 清空废纸篓, 清空垃圾桶, 清理垃圾桶, 清空资源回收筒, 清空資源回收筒, 发送邮件, "
      .. "发送消息, 发送文件, 发送并, 直接发送, 直接傳送, 傳送郵件, 傳送訊息, 傳送檔案, 送出, 立即购买, 立即購買, 立即支付, 立即付款, 确认付款, 確認付款, 确认支付, 确认购买, 確認購買, "
      .. "提交订单, 提交訂單, 提交表单, 确认订单, 確認訂單, 确认下单, 立即转账, 确认转账, 確認轉帳, 立即发布, 发布文章, 發布文章, 恢复出厂设置, 還原出廠設定, 恢復原廠設定, 重置为出厂设置, "
      .. "重启电脑, 重启计算机, 立即重启, 关机, 關機, 關閉電源, 注销, 登出, 格式化磁盘, 格式化磁碟, 格式化u盘, 格式化分区, 卸载, 解除安裝",
    ends = "中删除, 中刪除",
    except = "删除线, 刪除線, 删除格式, 送出日期, 注销日期" },
  { language = "hi",
    is = "फिर आरंभ करें, पुनः प्रारंभ करें, बंद करें, लॉग आउट",
    begins = "मिटाएँ, मिटाएं, हटाएँ",
    ends = "मिटाएँ, मिटाएं, भेजें, भुगतान करें, खरीदें, ऑर्डर करें, जमा करें, प्रकाशित करें, स्थानांतरित करें",
    has = "रद्दी खाली करें, फ़ैक्टरी रीसेट, डिस्क फॉर्मेट करें, कंप्यूटर बंद करें",
    except = "पीछे भेजें" },
  { language = "es",
    is = "reiniciar, apagar, transferir, formatear",
    begins = "eliminar, borrar, suprimir, enviar, pagar, comprar, publicar, realizar pedido, hacer pedido, "
      .. "realizar el pedido, confirmar pedido, confirmar compra, confirmar pago, vaciar la papelera, "
      .. "vaciar papelera, cerrar sesión, cerrar la sesión, reiniciar ahora, reiniciar el equipo, "
      .. "apagar el equipo, formatear disco, formatear unidad, restablecer valores de fábrica, desinstalar",
    has = "borrar permanentemente, eliminar permanentemente, datos de fábrica, configuración de fábrica, y pagar, "
      .. "y enviar",
    except = "enviar al fondo, enviar atrás, enviar hacia atrás, enviar detrás" },
  { language = "fr",
    is = "redémarrer, éteindre, déconnexion, transférer, virer, formater",
    begins = "supprimer, effacer tout, effacer le disque, effacer définitivement, envoyer, payer, acheter, "
      .. "commander, publier, soumettre, vider la corbeille, passer la commande, passer commande, "
      .. "valider la commande, valider le paiement, confirmer le paiement, confirmer la commande, "
      .. "fermer la session, redémarrer maintenant, éteindre l ordinateur, formater le disque, "
      .. "formater la partition, désinstaller, tout supprimer",
    has = "supprimer définitivement, réinitialisation d usine, paramètres d usine, et payer, et envoyer",
    except = "envoyer à l arrière, envoyer en arrière, envoyer vers l arrière, envoyer derrière, "
      .. "envoyer à l arrière plan" },
  { language = "ar",
    is = "إعادة التشغيل, إعادة تشغيل, غلق الجهاز, أعد التشغيل, أعِد التشغيل, إيقاف التشغيل, أطفئ, دفع, شراء, نشر, "
      .. "تحويل الأموال, تهيئة, هيّء",
    begins = "احذف, حذف, احذِف, امسح القرص, أرسل, إرسال, ادفع, اشتر, اطلب, انشر, أفرغ المهملات, أفرِغ المهملات, "
      .. "إفراغ المهملات, أفرغ سلة المهملات, إتمام الطلب, تأكيد الطلب, تأكيد الدفع, تسجيل الخروج, تسجيل خروج, "
      .. "أطفئ الحاسوب, إطفاء الحاسوب, تهيئة القرص",
    has = "احذف نهائيا, إعدادات المصنع, ضبط المصنع",
    except = "إرسال إلى الخلف, أرسل إلى الخلف, إرسال للخلف" },
  { language = "bn",
    is = "রিস্টার্ট, পুনরায় আরম্ভ, লগআউট, লগ আউট",
    begins = "মুছে ফেলুন, মুছুন",
    ends = "মুছে ফেলুন, মুছে ফেলো, মুছুন, প্রেরণ, পাঠান, পরিশোধ করুন, কিনুন, অর্ডার করুন, জমা দিন, প্রকাশ করুন",
    has = "আবর্জনার বাক্স ফাঁকা করুন, ফ্যাক্টরি রিসেট",
    except = "পিছনে পাঠান" },
  { language = "pt",
    is = "reiniciar, desligar, transferir, formatar disco",
    begins = "apagar, eliminar, excluir, enviar, pagar, comprar, publicar, submeter, finalizar compra, "
      .. "finalizar pedido, fazer pedido, confirmar compra, confirmar pedido, confirmar pagamento, "
      .. "esvaziar o lixo, esvaziar lixo, esvaziar lixeira, esvaziar a lixeira, terminar a sessão, "
      .. "terminar sessão, encerrar sessão, encerrar a sessão, reiniciar agora, desligar o computador, "
      .. "formatar o disco, formatar unidade, desinstalar",
    has = "apagar permanentemente, excluir permanentemente, configurações de fábrica, definições de fábrica, "
      .. "padrão de fábrica, e pagar, e enviar",
    except = "enviar para trás, enviar para o fundo, enviar para segundo plano, enviar ao fundo" },
  { language = "ru",
    is = "выключить, выключение, перезагрузить, перезагрузка, перезапустить, перевести деньги, форматировать, "
      .. "отформатировать",
    begins = "удалить, стереть, отправить, оплатить, заплатить, купить, заказать, оформить заказ, "
      .. "подтвердить заказ, подтвердить оплату, опубликовать, перевести деньги, очистить корзину, "
      .. "выйти из сеанса, завершить сеанс, завершение сеанса, завершить работу, выключить компьютер, "
      .. "перезагрузить компьютер, перезагрузить сейчас, форматировать диск, форматировать раздел, "
      .. "отформатировать диск",
    has = "удалить безвозвратно, удалить навсегда, заводским настройкам, заводские настройки, и отправить, "
      .. "и оплатить",
    except = "отправить назад, отправить на задний план, отправить отзыв" },
  { language = "ur",
    is = "دوبارہ چلائیں, لاگ آؤٹ",
    begins = "حذف کریں, مٹائیں",
    ends = "حذف کریں, مٹائیں, بھیجیں, ادائیگی کریں, خریدیں, آرڈر کریں, جمع کرائیں, شائع کریں",
    has = "ردی خالی کریں, فیکٹری ری سیٹ",
    except = "پیچھے بھیجیں" },
  { language = "id",
    is = "mulai ulang, matikan, transfer, kirim",
    begins = "hapus, kirim pesan, kirim email, kirim berkas, kirim sekarang, kirim formulir, bayar, beli, "
      .. "pesan sekarang, buat pesanan, konfirmasi pesanan, konfirmasi pembayaran, terbitkan, publikasikan, "
      .. "kosongkan tempat sampah, kosongkan tong sampah, kosongkan kotak sampah, log keluar, keluar dari sesi, "
      .. "matikan komputer, format disk, copot pemasangan",
    has = "hapus permanen, hapus secara permanen, pengaturan pabrik, setelan pabrik" },
  { language = "de",
    is = "neu starten, neustarten, neustart, ausschalten, herunterfahren, abmelden, formatieren, überweisen, "
      .. "kaufen, bestellen, bezahlen",
    begins = "löschen, senden, absenden, abschicken, veröffentlichen, jetzt neu starten, computer neu starten, "
      .. "rechner neu starten, deinstallieren",
    ends = "löschen, senden, absenden, abschicken, veröffentlichen, kaufen, bestellen, bezahlen, überweisen, "
      .. "einreichen, papierkorb leeren, datenträger formatieren, laufwerk formatieren, partition formatieren, "
      .. "festplatte formatieren, deinstallieren, herunterfahren, jetzt zahlen, und zahlen",
    has = "endgültig löschen, dauerhaft löschen, unwiderruflich löschen, auf werkseinstellungen, "
      .. "werkseinstellungen wiederherstellen, kauf abschließen, bestellung abschicken",
    except = "nach hinten senden, nicht löschen, nicht senden, nicht abschicken, feedback senden, wort löschen" },
  { language = "ja",
    is = "削除, 送信, 購入, 公開, 投稿, 振込, 振り込む, 注文, 支払う, 支払い, 再起動, シャットダウン, 電源オフ, ログアウト, フォーマット, 初期化, 消去",
    begins = "完全に削除, ゴミ箱を空に, ごみ箱を空に, 今すぐ購入, 今すぐ再起動, 今すぐ支払う, 工場出荷時, 出荷時の設定に戻す, ディスクをフォーマット, ディスクを初期化, アンインストール",
    ends = "を削除, の削除, 削除する, に削除, すべて削除, を送信, の送信, 送信する, 購入する, を購入, 注文する, を注文, を確定, 注文を確定する, 確定する, を支払う, 公開する, を公開, "
      .. "投稿する, を投稿, を消去, 消去する, を空にする, 再起動する, ログアウトする, シャットダウンする" },
  { language = "tr",
    is = "yeniden başlat, gücü kapat",
    ends = "sil, gönder, öde, satın al, sipariş ver, yayınla, yayımla, havale et, transfer et, çöpü boşalt, "
      .. "çöp kutusunu boşalt, oturumu kapat, çıkış yap, bilgisayarı kapat, siparişi tamamla, ödemeyi tamamla, "
      .. "diski biçimlendir",
    has = "fabrika ayarlarına",
    except = "en alta gönder, arkaya gönder, geriye gönder, alta gönder, geri gönder" },
  { language = "ko",
    is = "보내기, 전송, 제출, 게시, 발행, 결제, 구매, 주문, 송금, 이체, 다시 시작, 재시작, 포맷, 로그아웃",
    begins = "삭제, 완전히 삭제, 영구히 삭제, 휴지통 비우기, 결제하기, 구매하기, 주문하기, 바로 구매, 지금 구매, 송금하기, 이체하기, 게시하기, 제출하기, 공장 초기화, 컴퓨터 끄기, "
      .. "시스템 종료, 지금 다시 시작",
    ends = "삭제, 삭제하기, 메시지 보내기, 메일 보내기, 파일 보내기, 결제하기, 구매하기, 주문하기, 제출하기, 포맷하기",
    except = "뒤로 보내기, 자동 삭제" },
  { language = "vi",
    is = "thanh toán, khởi động lại, tắt máy, đăng xuất, chuyển tiền",
    begins = "xóa, xoá, gửi, thanh toán ngay, mua, đặt hàng, đăng bài, xuất bản, nộp, chuyển khoản, đổ thùng rác, "
      .. "đổ rác, dọn sạch thùng rác, khởi động lại máy tính, định dạng ổ đĩa, gỡ cài đặt",
    has = "xóa vĩnh viễn, xoá vĩnh viễn, cài đặt gốc",
    except = "gửi về sau, gửi ra sau, gửi xuống dưới, gửi lùi, xóa định dạng" },
  { language = "it",
    is = "riavvia, spegni, trasferisci, formatta, ordina ora",
    begins = "elimina, cancella tutto, cancella file, cancella definitivamente, cancella account, invia, paga, "
      .. "acquista, compra, pubblica, effettua ordine, invia ordine, conferma ordine, conferma acquisto, "
      .. "conferma pagamento, svuota cestino, svuota il cestino, termina sessione, termina la sessione, "
      .. "riavvia ora, riavvia il computer, spegni il computer, formatta disco, formatta unità, disinstalla",
    has = "elimina definitivamente, impostazioni di fabbrica, dati di fabbrica, e paga, e invia",
    except = "invia indietro, invia dietro, invia in secondo piano, invia sullo sfondo" },
  { language = "pl",
    is = "uruchom ponownie, wyloguj, wyloguj się, wylogowanie, sformatuj, przelej",
    begins = "usuń, skasuj, wyślij, zapłać, kup, zamów, złóż zamówienie, potwierdź zamówienie, potwierdź płatność, "
      .. "opublikuj, prześlij formularz, wykonaj przelew, opróżnij kosz, wyłącz komputer, zakończ sesję, "
      .. "uruchom ponownie komputer, sformatuj dysk, formatuj dysk, odinstaluj, trwale usuń",
    has = "usuń trwale, ustawienia fabryczne, ustawień fabrycznych, i zapłać, i wyślij",
    except = "wyślij na spód, wyślij na dół, usuń formatowanie, usuń zaznaczenie" },
  { language = "uk",
    is = "вимкнути, перезапустити, перезавантажити, форматувати, відформатувати, переказати",
    begins = "видалити, вилучити, витерти, надіслати, відправити, оплатити, сплатити, купити, замовити, "
      .. "оформити замовлення, підтвердити замовлення, опублікувати, очистити смітник, спорожнити смітник, "
      .. "очистити кошик, вийти з сеансу, завершити сеанс, завершити роботу, вимкнути комп ютер, форматувати диск",
    has = "вилучити остаточно, видалити назавжди, заводських налаштувань, заводські налаштування",
    except = "надіслати назад, вилучити форматування" },
  { language = "nl",
    is = "herstarten, opnieuw opstarten, afmelden, formatteren, overmaken, indienen",
    begins = "verwijder, verwijderen, wis, wissen, verstuur, versturen, verzend, verzenden, betaal, betalen, koop, "
      .. "kopen, bestel, bestellen, publiceer, publiceren",
    ends = "verwijderen, wissen, versturen, verzenden, betalen, kopen, bestellen, publiceren, indienen, "
      .. "bestelling plaatsen, prullenbak legen, prullenbak ledigen, computer uitschakelen, computer afsluiten, "
      .. "schijf formatteren, geld overmaken",
    has = "definitief verwijderen, fabrieksinstellingen",
    except = "naar achteren verzenden, opmaak verwijderen, opmaak wissen" },
  { language = "fa",
    is = "پرداخت, خرید, انتشار, راه اندازی دوباره, راه اندازی مجدد, خاموش کردن, انتقال وجه",
    begins = "حذف, پاک کردن همه, ارسال, فرستادن, ثبت سفارش, خالی کردن سطل زباله, خالی کردن زباله دان, "
      .. "تخلیهٔ زباله دان, خروج از سامانه, خروج از نشست, قالب بندی دیسک, تأیید پرداخت",
    has = "حذف همیشگی, تنظیمات کارخانه",
    except = "ارسال به عقب, فرستادن به عقب, ارسال به پشت" },
  { language = "th",
    is = "ส่ง, ลบ, เริ่มทำงานใหม่, ฟอร์แมต, โอน",
    begins = "ลบ, ส่งข้อความ, ส่งอีเมล, ส่งแฟ้ม, ส่งไฟล์, ส่งแบบฟอร์ม, ชำระเงิน, จ่ายเงิน, ซื้อ, สั่งซื้อ, "
      .. "เผยแพร่, โพสต์, โอนเงิน, เทขยะ, เทถังขยะ, ล้างถังขยะ, ออกจากระบบ, ปิดเครื่อง, เปิดเครื่องใหม่, "
      .. "เริ่มเปิดเครื่องใหม่, คืนค่าโรงงาน, รีเซ็ตเป็นค่าจากโรงงาน, ฟอร์แมตดิสก์, ยืนยันคำสั่งซื้อ",
    except = "ลบเลือน, ลบรูปแบบ" },
  { language = "ro",
    is = "repornire, repornește, oprire, formatează, transferă",
    begins = "șterge, elimină definitiv, trimite, plătește, cumpără, comandă, plasează comanda, trimite comanda, "
      .. "finalizează comanda, confirmă plata, publică, golește coșul, golește gunoiul, ieșire din sesiune, "
      .. "oprește calculatorul, formatează discul, dezinstalează",
    has = "șterge permanent, șterge definitiv, setările din fabrică, setările de fabrică",
    except = "trimite în spate, trimite în fundal, trimite înapoi" },
  { language = "el",
    is = "πληρωμή, αγορά, παραγγελία, δημοσίευση, επανεκκίνηση, τερματισμός, αποσύνδεση, μεταφορά χρημάτων, "
      .. "υποβολή, διαμόρφωση δίσκου",
    begins = "διαγραφή, αποστολή, ολοκλήρωση παραγγελίας, επιβεβαίωση παραγγελίας, άδειασμα απορριμμάτων, "
      .. "άδειασμα απορριμάτων, άδειασμα κάδου, διαμόρφωση δίσκου, απεγκατάσταση",
    has = "οριστική διαγραφή, εργοστασιακές ρυθμίσεις, εργοστασιακών ρυθμίσεων",
    except = "αποστολή προς τα πίσω, αποστολή πίσω, αποστολή στο παρασκήνιο" },
  { language = "cs",
    is = "restartovat, vypnout, odhlásit, odhlásit se, formátovat disk, převést",
    begins = "smazat, odstranit trvale, trvale odstranit, odeslat, poslat, zaplatit, koupit, objednat, publikovat, "
      .. "zveřejnit, dokončit objednávku, odeslat objednávku, potvrdit objednávku, potvrdit platbu, "
      .. "vyprázdnit koš, vysypat koš, vypnout počítač, restartovat počítač, zformátovat disk, odinstalovat",
    has = "navždy smazat, smazat trvale, tovární nastavení, továrního nastavení, a odeslat, a zaplatit",
    except = "odeslat dozadu, poslat dozadu" },
  { language = "sv",
    is = "starta om, stäng av, logga ut, formatera, överför",
    begins = "ta bort, radera, skicka, betala, köp, beställ, publicera, lägg beställning, slutför köp, "
      .. "bekräfta köp, bekräfta betalning, töm papperskorgen, töm papperskorg, starta om datorn, starta om nu, "
      .. "stäng av datorn, formatera disk, avinstallera",
    has = "fabriksinställningar, fabriksåterställning, och betala, och skicka",
    except = "skicka bakåt, skicka längst bak, skicka underst, ta bort formatering, ta bort markering" },
  { language = "hu",
    is = "fizetés, vásárlás, újraindítás, kikapcsolás, leállítás, kijelentkezés, átutalás, formázás lemez",
    begins = "törlés, küldés, elküldés, megrendelés, megvásárlás, közzététel, publikálás, végleges törlés",
    ends = "törlése, küldése, elküldése, megrendelése, kifizetése, közzététele, kuka ürítése, kuka kiürítése, "
      .. "lomtár ürítése, rendelés leadása, lemez formázása, számítógép kikapcsolása, eltávolítása",
    has = "gyári beállítások, gyári visszaállítás",
    except = "formázás törlése, kijelölés törlése" },
  { language = "he",
    is = "תשלום, קנייה, הזמנה, פרסום, הפעלה מחדש, הפעל מחדש, כיבוי, כבה, התנתק, התנתקות, העברת כסף",
    begins = "מחיקה, מחק, מחיקת, למחוק, שליחה, שלח, שליחת, שלם, קנה, הזמן עכשיו, פרסם, פינוי האשפה, רוקן אשפה, "
      .. "ריקון האשפה, בצע הזמנה, אשר תשלום, כיבוי המחשב",
    has = "מחיקה לצמיתות, הגדרות יצרן, הגדרות היצרן",
    except = "שלח לאחור, שליחה לאחור, שלח אחורה" },
  { language = "da",
    is = "genstart, sluk, log ud, luk ned, formatér disk, overfør, formatér",
    begins = "slet, send, betal, køb, bestil, udgiv, offentliggør, indsend, afgiv bestilling, gennemfør køb, "
      .. "bekræft køb, bekræft betaling, tøm papirkurv, tøm papirkurven, genstart computeren, genstart nu, "
      .. "sluk computeren, formatér disk, afinstallér",
    has = "slet permanent, fabriksindstillinger, og betal, og send",
    except = "send bagud, send bagerst, send til baggrund, send til bagerste, send tilbage" },
  { language = "fi",
    is = "käynnistä uudelleen, sammuta, tilaa, siirrä rahaa, alusta levy",
    begins = "poista, lähetä, maksa, osta, tilaa nyt, julkaise, tee tilaus, vahvista tilaus, vahvista maksu, "
      .. "tyhjennä roskakori, kirjaudu ulos, sammuta tietokone, käynnistä tietokone uudelleen, alusta levy",
    has = "poista pysyvästi, tehdasasetukset, tehdasasetuksiin, ja maksa, ja lähetä",
    except = "lähetä taakse, lähetä taaksepäin, lähetä taustalle, poista käytöstä, poista valinta, "
      .. "poista valinnat, poista muotoilu, poista suodatin" },
  { language = "nb",
    is = "start på nytt, omstart, slå av, logg ut, formater disk, overfør",
    begins = "slett, send, betal, kjøp, bestill, publiser, send inn, fullfør kjøp, fullfør bestilling, "
      .. "legg inn bestilling, bekreft betaling, tøm papirkurv, tøm papirkurven, start datamaskinen på nytt, "
      .. "slå av datamaskinen, formater disk, avinstaller",
    has = "slett permanent, fabrikkinnstillinger",
    except = "send bakover, send bakerst, send til bakgrunnen, slett formatering" },
}

return M

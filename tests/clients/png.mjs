// Just enough PNG (8-bit RGB or RGBA, not interlaced) to look at a picture without the product's own decoder.
import { inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function paeth(left, above, corner) {
  const estimate = left + above - corner;
  const [dl, da, dc] = [Math.abs(estimate - left), Math.abs(estimate - above), Math.abs(estimate - corner)];
  if (dl <= da && dl <= dc) return left;
  return da <= dc ? above : corner;
}

function unfilter(raw, width, height, channels) {
  const stride = width * channels;
  if (raw.length !== (stride + 1) * height) throw new Error(`PNG holds ${raw.length} bytes of rows`);
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let i = 0; i < stride; i++) {
      const left = i < channels ? 0 : pixels[y * stride + i - channels];
      const above = y === 0 ? 0 : pixels[(y - 1) * stride + i];
      const corner = y === 0 || i < channels ? 0 : pixels[(y - 1) * stride + i - channels];
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter];
      if (guess === undefined) throw new Error(`PNG row ${y} has the unknown filter ${filter}`);
      pixels[y * stride + i] = raw[y * (stride + 1) + 1 + i] + guess;
    }
  }
  return pixels;
}

// {width, height, rgb(x, y)} of a PNG's bytes; throws with the reason when they are no such picture.
export function decode(bytes) {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) throw new Error("not a PNG");
  const data = [];
  let header;
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") header = body;
    if (type === "IDAT") data.push(body);
    if (type === "IEND") break;
    at += 12 + length;
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, kind, interlaced] = [header[8], header[9], header[12]];
  if (depth !== 8 || (kind !== 2 && kind !== 6) || interlaced) throw new Error(`PNG of depth ${depth}, kind ${kind}`);
  const channels = kind === 2 ? 3 : 4;
  const pixels = unfilter(inflateSync(Buffer.concat(data)), width, height, channels);
  const rgb = (x, y) => [...pixels.subarray((y * width + x) * channels, (y * width + x) * channels + 3)];
  return { width, height, rgb };
}

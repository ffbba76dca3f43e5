import type { ServerResponse } from "node:http";
import { crc32, deflateSync } from "node:zlib";

/** Paths of the service's image host (Discord documentation, Reference, "CDN Endpoints"). */
export const imagePath: RegExp = /^\/(?:embed\/avatars|avatars|icons|app-icons|banners)\/([\w/]+)\.\w+$/;

const side = 256;

export function answerImage(response: ServerResponse, path: string): void {
  const png = drawImage(path);
  response.writeHead(200, { "content-type": "image/png", "content-length": png.length }).end(png);
}

function drawImage(path: string): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // 1 bit per pixel, indexed color (PNG specification, section 11.2.1).
  header.set([1, 3], 8);
  const palette = Buffer.alloc(3);
  palette.writeUIntBE(crc32(path) & 0xff_ff_ff, 0, 3);
  const rows = deflateSync(Buffer.alloc(side * (1 + side / 8)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

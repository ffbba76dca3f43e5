import type { ServerResponse } from "node:http";
import { crc32, deflateSync } from "node:zlib";
import { escapeHtml } from "./page.ts";

type AvatarShape = "player" | "application";

const corners: Readonly<Record<AvatarShape, number>> = { player: 20, application: 10 };

/** Generates avatars, because the emulator's pages load no external files. */
export function drawAvatar(
  { id, name }: { readonly id: string; readonly name: string },
  shape: AvatarShape,
): string {
  const [{ segment } = { segment: "?" }] = new Intl.Segmenter("en").segment(name.trim());
  return (
    '<svg class="avatar" viewBox="0 0 40 40" aria-hidden="true">' +
    `<rect width="40" height="40" rx="${corners[shape]}" fill="hsl(${hueOf(id)} 55% 30%)"/>` +
    `<text x="20" y="20" dy=".36em" text-anchor="middle" fill="#fff">${escapeHtml(segment.toUpperCase())}</text></svg>`
  );
}

/** Multiplying by the golden angle (137°) gives similar ids different hues. */
function hueOf(id: string): number {
  return (Buffer.from(id).reduce((sum, byte) => (sum * 31 + byte) % 360, 7) * 137) % 360;
}

/** Image paths (Discord documentation, Reference, "CDN Endpoints"). */
export const imagePath: RegExp = /^\/(?:embed\/avatars|avatars|icons|app-icons|banners)\/([\w/]+)\.\w+$/;

const side = 256;

export function sendImage(response: ServerResponse, path: string): void {
  const png = drawImage(path);
  response.writeHead(200, { "content-type": "image/png", "content-length": png.length }).end(png);
}

function drawImage(path: string): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // 1 bit per pixel, with a palette (PNG specification, section 11.2.1).
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

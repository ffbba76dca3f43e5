import { inspect } from "node:util";
import type { Choose } from "./encodings.ts";

type List = (bytes: Buffer, choose: Choose) => string;

const hexPairs = (bytes: Buffer): string[] => [...bytes].map((byte) => byte.toString(16).padStart(2, "0"));
const inLines = (items: readonly string[], perLine: number, separator: string, lineBreak: string): string =>
  Array.from({ length: Math.ceil(items.length / perLine) }, (_, line) =>
    items.slice(line * perLine, (line + 1) * perLine).join(separator),
  ).join(lineBreak);
const asText = (bytes: Buffer): string => bytes.toString("latin1").replaceAll(/[^\x20-\x7e]/g, ".");

/** Lines of 16 bytes, each behind its offset. */
function dump(bytes: Buffer, digits: number, line: (part: Buffer, offset: string) => string): string {
  const lines = [];
  for (let at = 0; at < bytes.length; at += 16) {
    lines.push(line(bytes.subarray(at, at + 16), at.toString(16).padStart(digits, "0")));
  }
  return lines.join("\n");
}

const groups = (bytes: Buffer, size: number): string =>
  (bytes.toString("hex").match(new RegExp(`.{1,${size * 2}}`, "g")) ?? []).join(" ");

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)])).swap16();
}

/** The ways in which programs list bytes. */
export const lists: Readonly<Record<string, List>> = {
  "a Buffer that is inspected": (bytes) => `<Buffer ${hexPairs(bytes).join(" ")}>`,
  "a Uint8Array that is inspected": (bytes) => inspect(new Uint8Array(bytes), { maxArrayLength: null }),
  "a Buffer in JSON": (bytes) => JSON.stringify(bytes),
  "a Buffer in indented JSON": (bytes) => JSON.stringify(bytes, null, 2),
  "a Uint8Array in JSON": (bytes) => JSON.stringify(new Uint8Array(bytes)),
  "a Uint8Array in indented JSON": (bytes) => JSON.stringify(new Uint8Array(bytes), null, 1),
  "hexadecimal with colons": (bytes) => hexPairs(bytes).join(":"),
  "hexadecimal with colons in lines": (bytes, choose) =>
    inLines(hexPairs(bytes), 4 + choose(20), ":", ":\n    "),
  "hexadecimal with commas": (bytes) => hexPairs(bytes).join(","),
  "hexadecimal with blanks in lines": (bytes, choose) => inLines(hexPairs(bytes), 4 + choose(20), " ", "\n"),
  "capital hexadecimal with hyphens": (bytes) => hexPairs(bytes).join("-").toUpperCase(),
  "an array of C": (bytes, choose) =>
    inLines(
      hexPairs(bytes).map((pair) => `0x${pair}`),
      4 + choose(12),
      ", ",
      ",\n  ",
    ),
  "an array of C without blanks": (bytes) =>
    hexPairs(bytes)
      .map((pair) => `0x${pair}`)
      .join(","),
  "0x with blanks": (bytes) =>
    hexPairs(bytes)
      .map((pair) => `0x${pair}`)
      .join(" "),
  "capital 0x with colons": (bytes) =>
    hexPairs(bytes)
      .map((pair) => `0x${pair.toUpperCase()}`)
      .join(":"),
  "hexadecimal with tabs": (bytes) => hexPairs(bytes).join("\t"),
  "hexdump -C": (bytes) =>
    dump(bytes, 8, (part, offset) => {
      const pairs = hexPairs(part);
      const columns = `${pairs.slice(0, 8).join(" ").padEnd(23)}  ${pairs.slice(8).join(" ").padEnd(23)}`;
      return `${offset}  ${columns}  |${asText(part)}|`;
    }),
  hexdump: (bytes) => dump(swapped(bytes), 7, (part, offset) => `${offset} ${groups(part, 2)}`),
  xxd: (bytes) =>
    dump(bytes, 8, (part, offset) => `${offset}: ${groups(part, 2).padEnd(39)}  ${asText(part)}`),
  "xxd -g4": (bytes) =>
    dump(bytes, 8, (part, offset) => `${offset}: ${groups(part, 4).padEnd(35)}  ${asText(part)}`),
  "tcpdump -X": (bytes) =>
    dump(bytes, 4, (part, offset) => `\t0x${offset}:  ${groups(part, 2).padEnd(39)}  ${asText(part)}`),
};

import { inspect } from "node:util";
import type { Choose } from "./encodings.ts";

type List = (bytes: Buffer, choose: Choose) => string;

const hexPairs = (bytes: Buffer): string[] => [...bytes].map((byte) => byte.toString(16).padStart(2, "0"));
const prefixed = (bytes: Buffer): string[] => hexPairs(bytes).map((pair) => `0x${pair}`);
const inLines = (items: readonly string[], perLine: number, separator: string, lineBreak: string): string =>
  Array.from({ length: Math.ceil(items.length / perLine) }, (_, line) =>
    items.slice(line * perLine, (line + 1) * perLine).join(separator),
  ).join(lineBreak);
const asText = (bytes: Buffer): string => bytes.toString("latin1").replaceAll(/[^\x20-\x7e]/g, ".");

function dump(
  bytes: Buffer,
  digits: number,
  line: (part: Buffer, offset: string) => string,
  perLine = 16,
): string {
  const lines = [];
  for (let at = 0; at < bytes.length; at += perLine) {
    lines.push(line(bytes.subarray(at, at + perLine), at.toString(16).padStart(digits, "0")));
  }
  return lines.join("\n");
}

function octalDump(bytes: Buffer, formatGroups: (part: Buffer) => string[]): string {
  const octal = (offset: string) => Number.parseInt(offset, 16).toString(8).padStart(7, "0");
  return dump(bytes, 1, (part, offset) => `${octal(offset)} ${formatGroups(part).join(" ")}`);
}

const groups = (bytes: Buffer, size: number): string =>
  (bytes.toString("hex").match(new RegExp(`.{1,${size * 2}}`, "g")) ?? []).join(" ");

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)])).swap16();
}

const separated =
  (separator: string): List =>
  (bytes) =>
    hexPairs(bytes).join(separator);

/** Returns groups of `size` bytes in little-endian order. */
function reversedGroups(bytes: Buffer, size: number): string[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    Buffer.from([...bytes.subarray(index * size, (index + 1) * size)].toReversed()).toString("hex"),
  );
}

const padded = (bytes: Buffer, size: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((size - (bytes.length % size)) % size)]);

/** Lines of hexadecimal digits, as printed by `xxd -p`. */
const plainLines = (bytes: Buffer, perLine: number): string => inLines(hexPairs(bytes), perLine, "", "\n");

/** Characters that can separate a list's bytes. */
export const separators = Array.from(" .:,;_|/+*=~^?<>[]{}!#$&()-\"'\t\\");

/** The formats in which programs print bytes. */
export const lists: Readonly<Record<string, List>> = {
  "an inspected Buffer": (bytes) => `<Buffer ${hexPairs(bytes).join(" ")}>`,
  "an inspected Uint8Array": (bytes) => inspect(new Uint8Array(bytes), { maxArrayLength: null }),
  "a Buffer in JSON": (bytes) => JSON.stringify(bytes),
  "a Buffer in indented JSON": (bytes) => JSON.stringify(bytes, null, 2),
  "a Uint8Array in JSON": (bytes) => JSON.stringify(new Uint8Array(bytes)),
  "a Uint8Array in indented JSON": (bytes) => JSON.stringify(new Uint8Array(bytes), null, 1),
  "hexadecimal with colons": separated(":"),
  "multi-line hexadecimal with colons": (bytes, choose) =>
    inLines(hexPairs(bytes), 4 + choose(20), ":", ":\n    "),
  "hexadecimal with commas": separated(","),
  "multi-line hexadecimal with spaces": (bytes, choose) =>
    inLines(hexPairs(bytes), 4 + choose(20), " ", "\n"),
  "uppercase hexadecimal with hyphens": (bytes) => hexPairs(bytes).join("-").toUpperCase(),
  "a C array": (bytes, choose) => inLines(prefixed(bytes), 4 + choose(12), ", ", ",\n  "),
  "a C array without spaces": (bytes) => prefixed(bytes).join(","),
  "0x with spaces": (bytes) => prefixed(bytes).join(" "),
  "uppercase 0x with colons": (bytes) => prefixed(bytes).join(":").toUpperCase().replaceAll("0X", "0x"),
  "hexadecimal with tabs": separated("\t"),
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
  "console.log of a Uint8Array with colors": (bytes) =>
    inspect(new Uint8Array(bytes), { maxArrayLength: null, colors: true }),
  "console.log of an array of bytes with colors": (bytes) =>
    inspect([...bytes], { maxArrayLength: null, colors: true }),
  "console.log of an array of hexadecimal strings": (bytes) =>
    inspect(hexPairs(bytes), { maxArrayLength: null }),
  "console.log of an array of hexadecimal strings with colors": (bytes) =>
    inspect(hexPairs(bytes), { maxArrayLength: null, colors: true }),
  "an array of hexadecimal strings in JSON": (bytes) => JSON.stringify(hexPairs(bytes)),
  "an array of hexadecimal strings in indented JSON": (bytes) => JSON.stringify(hexPairs(bytes), null, 2),
  "an array of 0x strings in JSON": (bytes) => JSON.stringify(prefixed(bytes)),
  "0X with commas": (bytes) => prefixed(bytes).join(", ").toUpperCase(),
  "hexadecimal with any separator": (bytes, choose) =>
    separated(separators[choose(separators.length)] ?? ".")(bytes, choose),
  "hexadecimal with a separator and a space": (bytes, choose) =>
    separated(`${[",", ";", ":", "."][choose(4)]} `)(bytes, choose),
  "hexadecimal with two spaces": separated("  "),
  "hexadecimal with line breaks": separated("\n"),
  "hexadecimal with \\r\\n": separated("\r\n"),
  "multi-line hexadecimal with separators": (bytes, choose) =>
    inLines(hexPairs(bytes), 4 + choose(20), "|", choose(2) === 0 ? "|\n" : "\n"),
  "hexdump -x": (bytes) =>
    dump(swapped(bytes), 7, (part, offset) => `${offset}    ${groups(part, 2).replaceAll(" ", "    ")}`),
  "od -x": (bytes) => octalDump(bytes, (part) => reversedGroups(padded(part, 2), 2)),
  "od -t x1": (bytes) => octalDump(bytes, hexPairs),
  "od -t x4": (bytes) => octalDump(bytes, (part) => reversedGroups(padded(part, 4), 4)),
  "od -t x8": (bytes) => octalDump(bytes, (part) => reversedGroups(padded(part, 8), 8)),
  "xxd -p": (bytes) => plainLines(bytes, 30),
  "xxd -p -c 7": (bytes) => plainLines(bytes, 7),
  "xxd -c 4": (bytes) =>
    dump(bytes, 8, (part, offset) => `${offset}: ${groups(part, 2).padEnd(9)}  ${asText(part)}`, 4),
  "xxd -g 1 -c 8": (bytes) =>
    dump(bytes, 8, (part, offset) => `${offset}: ${groups(part, 1).padEnd(23)}  ${asText(part)}`, 8),
  "xxd -e": (bytes) =>
    dump(bytes, 8, (part, offset) => {
      const formatGroups = reversedGroups(part, 4).map((word) => word.padStart(8));
      return `${offset}: ${formatGroups.join(" ").padEnd(35)}  ${asText(part)}`;
    }),
};

/** The lists that system programs print, with the arguments that precede the file. */
export const writers: Readonly<
  Record<string, readonly [program: "od" | "hexdump" | "xxd", ...args: string[]]>
> = {
  "hexdump -C": ["hexdump", "-v", "-C"],
  hexdump: ["hexdump", "-v"],
  "hexdump -x": ["hexdump", "-v", "-x"],
  "od -x": ["od", "-v", "-x"],
  "od -t x1": ["od", "-v", "-t", "x1"],
  "od -t x4": ["od", "-v", "-t", "x4"],
  "od -t x8": ["od", "-v", "-t", "x8"],
  xxd: ["xxd"],
  "xxd -g4": ["xxd", "-g4"],
  "xxd -p": ["xxd", "-p"],
  "xxd -p -c 7": ["xxd", "-p", "-c", "7"],
  "xxd -c 4": ["xxd", "-c", "4"],
  "xxd -g 1 -c 8": ["xxd", "-g", "1", "-c", "8"],
  "xxd -e": ["xxd", "-e"],
};

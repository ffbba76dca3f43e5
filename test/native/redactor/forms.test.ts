import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createRedactor } from "../../../src/log/redactor.ts";
import { cases } from "../../setup/cases.ts";
import { blendedEncodings, type Choose, type Encode, exactEncodings } from "./encodings.ts";
import { lists, separators } from "./lists.ts";

type Write = (secret: string, choose: Choose) => string;

const exact = (...names: readonly string[]): Write[] => names.map((name) => exactEncodings[name] as Encode);
const blended = (...names: readonly string[]): Write[] =>
  names.map((name) => blendedEncodings[name] as Encode);
const listed = (...names: readonly string[]): Write[] =>
  names.map((name) => (secret, choose) => lists[name]?.(Buffer.from(secret), choose) ?? "");
const pairs = (secret: string): string[] =>
  [...Buffer.from(secret)].map((byte) => byte.toString(16).padStart(2, "0"));
const between = (...texts: readonly string[]): Write[] =>
  texts.map((text) => (secret) => pairs(secret).join(text));

const nested: Write = (secret, choose) => {
  let text = secret;
  for (let depth = choose(3); depth >= 0; depth -= 1) text = JSON.stringify(text).slice(1, -1);
  return text;
};

const base32: Write = (secret) => {
  const bits = [...Buffer.from(secret)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? [])
    .map((five) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number.parseInt(five, 2)])
    .join("");
};

const inBase = (base: number, width: number): Write[] => [
  (secret) =>
    `0000000 ${[...Buffer.from(secret)].map((byte) => byte.toString(base).padStart(width, "0")).join(" ")}`,
];

/** The spellings of each form in SECURITY.md's table. */
const forms: Readonly<Record<string, readonly Write[]>> = {
  "unchanged, or truncated to at least 8 bytes at the end of a line or string": [
    ...exact("plain"),
    (secret, choose) => `${secret.slice(0, 8 + choose(secret.length - 8))}\n`,
    (secret, choose) => `${secret.slice(0, 8 + choose(secret.length - 8))}...\n`,
  ],
  "in upper case (ASCII and Latin-1)": [(secret) => secret.toUpperCase()],
  "in lower or mixed case": [
    (secret) => secret.toLowerCase(),
    (secret) => secret.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  ],
  "percent-encoded once or twice, in whole or in part": exact("percent", "double percent", "form"),
  "in JSON, nested up to three times": [nested, ...exact("unicode escapes in json")],
  "with any characters escaped as `\\u0041`, `\\u{41}` or `\\x41`": exact(
    "unicode escapes",
    "braced escapes",
    "byte escapes",
  ),
  "with HTML character references": exact("html"),
  "base64 and base64url, at any offset, even across line breaks": blended(
    "base64",
    "base64url",
    "wrapped base64",
    "wrapped base64url",
  ),
  "hexadecimal, in upper or lower case": exact("hexadecimal"),
  "hexadecimal in lines of any length, such as `xxd -p`": listed("xxd -p", "xxd -p -c 7"),
  "UTF-16, little-endian": [(secret) => Buffer.from(secret, "utf16le").toString("latin1")],
  base32: [base32],
  "compressed or encrypted": [(secret) => gzipSync(secret).toString("base64")],
  reversed: [(secret) => Array.from(secret).toReversed().join("")],
  "hexadecimal pairs with one character between them: a space, a tab or any of `!\"#$&'()*+,-./:;<=>?[\\]^_{|}~`":
    between(...separators),
  "hexadecimal pairs with `,`, `;`, `:` or `.` and a space between them": between(", ", "; ", ": ", ". "),
  "hexadecimal pairs with two spaces or with line breaks between them": between("  ", "\n", "\r\n", "\n  "),
  "hexadecimal pairs separated by `@`, a backtick or `%`, or by a space, a character and a space": between(
    "@",
    "`",
    " | ",
  ),
  "hexadecimal pairs written as `0x41` or `0X41`": listed(
    "a C array",
    "a C array without spaces",
    "0x with spaces",
    "uppercase 0x with colons",
    "0X with commas",
  ),
  "a list of hexadecimal strings: `[\"41\", \"42\"]`, `['41', '42']`": listed(
    "console.log of an array of hexadecimal strings",
    "console.log of an array of hexadecimal strings with colors",
    "an array of hexadecimal strings in JSON",
    "an array of hexadecimal strings in indented JSON",
    "an array of 0x strings in JSON",
  ),
  "an inspected Buffer, typed array or byte array, with or without colors": listed(
    "an inspected Buffer",
    "an inspected Uint8Array",
    "console.log of a Uint8Array with colors",
    "console.log of an array of bytes with colors",
  ),
  "a Buffer, typed array or byte array as JSON, indented or not": listed(
    "a Buffer in JSON",
    "a Buffer in indented JSON",
    "a Uint8Array in JSON",
    "a Uint8Array in indented JSON",
  ),
  "decimal numbers separated by anything but a comma": [
    (secret) => [...Buffer.from(secret)].join(" "),
    (secret) => [...Buffer.from(secret)].join("\n"),
  ],
  "`hexdump`, `hexdump -C`, `hexdump -x`": listed("hexdump", "hexdump -C", "hexdump -x"),
  "`od -x`, `od -t x1`, `od -t x4`, `od -t x8`": listed("od -x", "od -t x1", "od -t x4", "od -t x8"),
  "`od` output in octal or as characters: `od`, `od -b`, `od -c`": [
    ...inBase(8, 3),
    (secret) => `0000000   ${Array.from(secret).join("   ")}`,
  ],
  "`xxd`, `xxd -g1`, `xxd -g4`, `xxd -c 4`, `xxd -e`, `xxd -p`, `tcpdump -X`": listed(
    "xxd",
    "xxd -g 1 -c 8",
    "xxd -g4",
    "xxd -c 4",
    "xxd -e",
    "xxd -p",
    "tcpdump -X",
  ),
  "`xxd -b`": inBase(2, 8),
  "`xxd -R always`, with colors inside a group": [
    (secret) =>
      `00000000: ${(
        Buffer.from(secret)
          .toString("hex")
          .match(/.{1,4}/g) ?? []
      )
        .map((group) => group.replaceAll(/../g, "\u001b[1;32m$&\u001b[0m"))
        .join(" ")}`,
  ],
};

function rows(): { form: string; isFound: boolean }[] {
  const text = readFileSync("SECURITY.md", "utf8");
  const table = /## Detected forms\n(.*?)\n## /s.exec(text)?.[1] ?? "";
  return [...table.matchAll(/^\| (.+?) +\| (yes|no) +\|$/gm)].map(([, form = "", found]) => ({
    form: form.replaceAll("\\|", "|"),
    isFound: found === "yes",
  }));
}

// Secrets that differ from each of their forms: they mix upper and lower case, and have no characters that an encoding omits.
const secrets = fc
  .string({
    unit: fc.constantFrom(...Array.from("BCXYZacefknorstuxz0123456789-_.~")),
    minLength: 12,
    maxLength: 48,
  })
  .filter((known) => /[a-z].*[A-Z].*[a-z]/.test(known) && new Set(known).size > 8);

test("covers exactly the forms in the table", () => {
  expect(rows().map(({ form }) => form)).toEqual(Object.keys(forms));
});

test.each(rows().map(({ form, isFound }) => [form, isFound ? "is found" : "is not found", isFound] as const))(
  "%s %s",
  (form, _found, isFound) => {
    const redactor = createRedactor();
    for (const write of forms[form] ?? []) {
      fc.assert(
        fc.property(secrets, fc.nat(1000), (known, choice) => {
          const text = `sent ;\n${write(known, (limit) => choice % limit)}\n;`;
          redactor.add(known);
          const masked = redactor.redact(text);
          redactor.remove(known);
          expect(masked.includes("[redacted]")).toBe(isFound);
        }),
        { numRuns: cases(100) },
      );
    }
  },
);

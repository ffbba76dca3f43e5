import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedactor, type Redactor } from "../../../src/log/redactor.ts";
import { lists, writers } from "./lists.ts";
import { inChunks, throughStream } from "./streams.ts";
import { cases } from "../../setup/cases.ts";
import { runProgram } from "../../setup/child-process.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

const secret = "QDwqE3nT7vY0aXk2LmZsPf";
const letter = fc.constantFrom(...Array.from("ABCXYZabcefknorstuxz0123456789-_.~+/= \u00e9\u20ac"));
const secrets = fc.string({ unit: letter, minLength: 8, maxLength: 60 });
/** A secret between zeros, the choices that shape the list, and the stream's chunk boundaries. */
const listed = fc.record({
  known: secrets,
  before: fc.nat(40),
  after: fc.nat(40),
  choice: fc.nat(100),
  borders: fc.array(fc.nat(), { maxLength: 6 }),
});

/** Removes the mask, the format and the surrounding zeros from a masked list. */
function withoutZeros(masked: string): string {
  return stripVTControlCharacters(masked)
    .replaceAll("[redacted]", "")
    .replaceAll(/^\s*(0x)?[0-9a-f]{4,8}(:|\s|$)/gm, "")
    .replaceAll(/"\d+":/g, "")
    .replaceAll(/Buffer|Uint8Array\(\d*\)|"type"|"data"/g, "")
    .replaceAll(/[^a-z\d]|[0x]/gi, "");
}

function knowing(known: string): Redactor {
  return createRedactor({ secrets: [known] });
}

describe.each(Object.entries(lists))("in %s", (_name, list) => {
  test("masks the whole secret at any offset", async () => {
    await fc.assert(
      fc.asyncProperty(listed, async ({ known, before, after, choice, borders }) => {
        const redactor = knowing(known);
        const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(known), Buffer.alloc(after)]);
        const text = `sent ;\n${list(bytes, (limit) => choice % limit)}\n;`;
        const masked = redactor.redact(text);
        expect(masked).toContain("[redacted]");
        expect(withoutZeros(masked.slice(7, -2))).toBe("");
        expect(Buffer.from(redactor.redactBuffer(Buffer.from(text))).toString()).toBe(masked);
        expect(await throughStream(redactor, text.split(/(?<=\n)/))).toBe(masked);
        expect(await throughStream(redactor, inChunks(Buffer.from(text), borders))).toBe(masked);
      }),
      { numRuns: cases(200) },
    );
  });

  test("does not change other bytes", () => {
    const text = list(Buffer.from("The quick brown fox jumps over the lazy dog."), () => 0);
    expect(knowing(secret).redact(text)).toBe(text);
  });
});

test.each(Object.entries(lists))(
  "masks the whole secret in JSON nested up to three levels deep: %s",
  (_name, list) => {
    fc.assert(
      fc.property(listed, fc.integer({ min: 1, max: 3 }), ({ known, before, after, choice }, depth) => {
        const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(known), Buffer.alloc(after)]);
        let text = `sent ;\n${list(bytes, (limit) => choice % limit)}\n;`;
        for (let level = 0; level < depth; level += 1) text = JSON.stringify({ message: text });
        let masked = knowing(known).redact(text);
        for (let level = 0; level < depth; level += 1) masked = JSON.parse(masked).message;
        expect(masked).toContain("[redacted]");
        expect(withoutZeros(masked.slice(7, -2))).toBe("");
      }),
      { numRuns: cases(200) },
    );
  },
);

describe.each([
  " 1234    5678",
  "1234 5678",
  " 7637    3059",
  "took 92023e4b",
  "83",
  "856\t83",
  "1882\t98c6\t6a19981",
  "took  98  3a8d0f33, 674",
  " de542 9b60",
  "f82: 54a35b1: 9360002 10d",
  " 3c99    2b24c25: 80857b, 2112f98 ms",
  "took 53c76ba, 300c81: 597198d8",
])("a dump after the numbers %j", (numbers) => {
  test.each(Object.entries(lists))("is masked: %s", (_name, list) => {
    for (const before of [0, 3, 8]) {
      const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
      const masked = knowing(secret).redact(`${numbers}\n${list(bytes, () => 0)}\n;`);
      expect(masked).toContain("[redacted]");
      expect(withoutZeros(masked.slice(masked.indexOf("\n") + 1, -2))).toBe("");
    }
  });
});

describe.each(Object.entries(writers))("%s", (name, [program, ...args]) => {
  test("matches the real program's output", needs(program), async () => {
    const file = join(temporaryFolder(), "bytes");
    for (const size of [1, 8, 15, 16, 30, 31, 33, 61]) {
      const bytes = Buffer.from(secret.repeat(3).slice(0, size));
      writeFileSync(file, bytes);
      const { stdout } = await runProgram(program, [...args, file]);
      const lines = stdout.split("\n").map((line) => line.trimEnd());
      // hexdump and od end their output with the final offset.
      const own = (lists[name]?.(bytes, () => 0) ?? "").split("\n").map((line) => line.trimEnd());
      expect(lines.slice(0, own.length)).toEqual(own);
    }
  });
});

test("masks the beginning of a secret in a truncated Buffer", () => {
  const pairs = [...Buffer.from(secret.slice(0, 12))].map((byte) => byte.toString(16)).join(" ");
  expect(knowing(secret).redact(`<Buffer ${pairs} ... 10 more bytes>`)).toBe(
    "<Buffer [redacted] ... 10 more bytes>",
  );
});

test.each(["xxd", "xxd -g4", "tcpdump -X"])(
  "masks a secret in %s if no complete group begins with a digit",
  (name) => {
    for (const before of [0, 1, 2, 3]) {
      const known = "\u00e9".repeat(7);
      const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(known)]);
      expect(knowing(known).redact(`sent ;\n${lists[name]?.(bytes, () => 0)}\n;`)).toContain("[redacted]");
    }
  },
);

test.each([
  "c3:a9:c3:a9:\n    41:41:41:41:\n    41:41:41:41",
  "c3:a9:c3:a9:\r\n41:41:41:41:\r\n41:41:41:41",
  "c3 a9 c3 a9\n41 41 41 41\n41 41 41 41",
  "c3:a9:c3:a9:\\n41:41:41:41:\\n41:41:41:41",
])("joins a line to the next one if none of its groups begins with a digit: %j", (text) => {
  expect(knowing("\u00e9\u00e9AAAAAAAA").redact(`sent ;\n${text}\n;`)).toBe("sent ;\n[redacted]\n;");
});

test.each(["\\n", "\\t", "\\\\n", "\\u000a", "\\x0a", "%0A", "&#10;", "&nbsp;"])(
  "masks a list after the escape sequence %s",
  (escape) => {
    for (const separator of [" ", ":", ",", ", ", "-"]) {
      const pairs = [...Buffer.from(secret)].map((byte) => byte.toString(16)).join(separator);
      expect(knowing(secret).redact(`sent${escape}${pairs};`)).toBe(`sent${escape}[redacted];`);
    }
  },
);

test("masks an unknown token in a hexdump of a request", () => {
  const text = lists["xxd"]?.(
    Buffer.from("GET / HTTP/1.1\r\nAuthorization: Bearer abcd1234efgh5678\r\n"),
    () => 0,
  );
  expect(createRedactor().redact(String(text))).not.toMatch(/6162|abcd/);
});

test.each([
  "at 12:34:56 on 2026-11-22 from 00:1a:2b:3c:4d:5e",
  "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]",
  "request 3f2504e0-4f89-41d3-9a0c-0305e82c3301",
])("does not change %s", (text) => {
  expect(knowing(secret).redact(text)).toBe(text);
});

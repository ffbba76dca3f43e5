import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedactor, type Redactor } from "../../../src/log/redactor.ts";
import { blendedEncodings, type Choose, exactEncodings } from "./encodings.ts";
import { inChunks, throughStream } from "./streams.ts";
import { cases } from "../../setup/cases.ts";

const numRuns = cases(2_000, 60);
const mask = "[redacted]";

const letters = Array.from("ABCXYZabcefknorstuxz0123456789");
const marks = Array.from("-._~+/=!\"#$%&'*:<>?@[\\]^`{|}\u00e9\u20ac\u{1f511}");
const token = fc.string({ unit: fc.constantFrom(...letters, "-", "_", "."), minLength: 8, maxLength: 60 });
const phrase = fc.string({ unit: fc.constantFrom(...letters, ...marks), minLength: 8, maxLength: 40 });
const repetitive = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 8, maxLength: 60 });
const secret = fc.oneof({ weight: 5, arbitrary: token }, { weight: 3, arbitrary: phrase }, repetitive);

// Text that shares no letters with a secret but contains characters that may look like an escape. The semicolons separate it from its
// neighbors.
const noise = fc
  .string({
    unit: fc.constantFrom(
      "\u0436",
      "\u2713",
      "\ud800",
      "\udc00",
      "\u{1f3ae}",
      " ",
      ",",
      "\n",
      "\\",
      "%",
      "&#",
      "\\\\",
    ),
    maxLength: 12,
  })
  // Without the check mark, which never occurs in a list of numbers, a repetitive secret could also occur across two list elements.
  .map((text) => `;${text}\u2713;`);

/** Choices that fast-check can shrink. The test consumes the numbers in order. */
const choices = fc.array(fc.nat(1_000_000), { minLength: 20, maxLength: 20 });
function chooser(numbers: readonly number[]): Choose {
  let count = 0;
  return (limit) => ((numbers[count++ % numbers.length] ?? 0) + count) % limit;
}

const piece = (encodings: object) =>
  fc.record({
    secret: fc.nat(3),
    encoding: fc.constantFrom(...Object.keys(encodings)),
    choices,
    after: noise,
  });
const secrets = fc.array(secret, { minLength: 1, maxLength: 4 });

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

// Shared by all cases, because a test that never pauses would keep thousands of instances from being garbage-collected.
const redactor = createRedactor();
let forgotten: readonly string[] = [];

function redactorKnowing(known: readonly string[]): Redactor {
  for (const old of forgotten) redactor.remove(old);
  for (const each of known) redactor.add(each);
  forgotten = known;
  return redactor;
}

const borders = fc.array(fc.nat(), { maxLength: 6 });

describe("with any secret, encoding and surrounding text", () => {
  test("replaces each secret with the mask and changes nothing else", () => {
    fc.assert(
      fc.property(
        secrets,
        noise,
        fc.array(piece(exactEncodings), { minLength: 1, maxLength: 3 }),
        (known, before, pieces) => {
          redactorKnowing(known);
          let [text, expected] = [before, before];
          for (const { secret: index, encoding, choices: numbers, after } of pieces) {
            text += exactEncodings[encoding]?.(pick(known, index), chooser(numbers)) + after;
            expected += mask + after;
          }
          expect(redactor.redact(text)).toBe(expected);
          expect(Buffer.from(redactor.redactBuffer(Buffer.from(text)))).toEqual(Buffer.from(expected));
          expect(redactor.redact(expected)).toBe(expected);
        },
      ),
      { numRuns },
    );
  });

  test("masks UTF-16 between any bytes", () => {
    const bytes = fc.uint8Array({ max: 31, maxLength: 9 });
    fc.assert(
      fc.property(secret, bytes, bytes, (known, before, after) => {
        redactorKnowing([known]);
        const text = Buffer.concat([before, Buffer.from(known, "utf16le"), after]);
        const expected = Buffer.concat([before, Buffer.from(mask), after]);
        expect(Buffer.from(redactor.redactBuffer(text))).toEqual(expected);
      }),
      { numRuns },
    );
  });

  test("reveals nothing of the secret in base64 at any offset or across line breaks", () => {
    fc.assert(
      fc.property(
        secret,
        noise,
        piece(blendedEncodings),
        (known, before, { encoding, choices: numbers, after }) => {
          const masked = redactorKnowing([known]).redact(
            before + blendedEncodings[encoding]?.(known, chooser(numbers)) + after,
          );
          expect(masked).toContain(mask);
          expect(masked.startsWith(before)).toBe(true);
          expect(masked.endsWith(after)).toBe(true);
          const rest = masked.slice(before.length, masked.length - after.length).replace(mask, "");
          expect(rest.replaceAll(/\\[nr]|%0A|\s/g, "").length).toBeLessThanOrEqual(24);
        },
      ),
      { numRuns },
    );
  });

  test("masks the beginning of a secret at the end of a truncated line", () => {
    fc.assert(
      fc.property(
        secret,
        fc.nat(),
        noise,
        fc.constantFrom("", "\n", "\r\n", "\n;"),
        (known, length, before, after) => {
          const cut = Array.from(known)
            .slice(0, 8 + (length % known.length))
            .join("");
          expect(redactorKnowing([known]).redact(before + cut + after)).toBe(before + mask + after);
        },
      ),
      { numRuns },
    );
  });

  test("masks a stream identically, whatever its chunk boundaries", async () => {
    await fc.assert(
      fc.asyncProperty(
        secrets,
        noise,
        fc.array(piece({ ...exactEncodings, ...blendedEncodings }), { minLength: 1, maxLength: 3 }),
        borders,
        async (known, before, pieces, at) => {
          redactorKnowing(known);
          const encodings = { ...exactEncodings, ...blendedEncodings };
          const text = pieces.reduce(
            (all, part) =>
              all + encodings[part.encoding]?.(pick(known, part.secret), chooser(part.choices)) + part.after,
            before,
          );
          const bytes = Buffer.from(text);
          expect(await throughStream(redactor, inChunks(bytes, at))).toBe(
            Buffer.from(redactor.redactBuffer(bytes)).toString(),
          );
        },
      ),
      { numRuns },
    );
  });

  test("returns the same string or buffer if it contains no secret", () => {
    fc.assert(
      fc.property(secrets, fc.array(noise), (known, parts) => {
        redactorKnowing(known);
        const bytes = Buffer.from(parts.join(""));
        expect(redactor.redact(parts.join(""))).toBe(parts.join(""));
        expect(redactor.redactBuffer(bytes)).toBe(bytes);
      }),
      { numRuns },
    );
  });
});

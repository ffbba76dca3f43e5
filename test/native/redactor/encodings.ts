/** Returns a number from 0 to `limit` (exclusive), which selects one of an encoding's options. */
export type Choose = (limit: number) => number;
export type Encode = (secret: string, choose: Choose) => string;

const hexadecimal = (value: number, width: number): string => value.toString(16).padStart(width, "0");

/** Escapes every character that matches `mustEscape`, and a random subset of the others. */
function escapeSome(
  text: string,
  mustEscape: RegExp,
  choose: Choose,
  escape: (part: string) => string,
): string {
  const rarely = choose(4);
  return Array.from(text)
    .map((part) => (mustEscape.test(part) || choose(rarely + 1) === 1 ? escape(part) : part))
    .join("");
}

const inAnyCase = (text: string, choose: Choose): string => (choose(2) === 0 ? text : text.toUpperCase());

const percent: Encode = (secret, choose) =>
  escapeSome(secret, /%/, choose, (part) =>
    [...Buffer.from(part)].map((byte) => `%${inAnyCase(hexadecimal(byte, 2), choose)}`).join(""),
  );

const codeUnits = (part: string): number[] =>
  Array.from({ length: part.length }, (_, index) => part.charCodeAt(index));

const unicodeEscapes: Encode = (secret, choose) =>
  escapeSome(secret, /["\\]/, choose, (part) =>
    codeUnits(part)
      .map((unit) => `\\u${inAnyCase(hexadecimal(unit, 4), choose)}`)
      .join(""),
  );

const bracedEscapes: Encode = (secret, choose) =>
  escapeSome(secret, /\\/, choose, (part) => `\\u{${hexadecimal(part.codePointAt(0) ?? 0, 1 + choose(5))}}`);

const byteEscapes: Encode = (secret, choose) =>
  escapeSome(secret, /\\/, choose, (part) =>
    [...Buffer.from(part)].map((byte) => `\\x${inAnyCase(hexadecimal(byte, 2), choose)}`).join(""),
  );

const named: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

const html: Encode = (secret, choose) =>
  escapeSome(secret, /[&<>"']/, choose, (part) => {
    const point = part.codePointAt(0) ?? 0;
    const numbers = [
      `&#${point};`,
      `&#0${point};`,
      `&#x${hexadecimal(point, 2)};`,
      `&#X${hexadecimal(point, 4).toUpperCase()};`,
    ];
    return (choose(2) === 0 ? named[part] : undefined) ?? numbers[choose(4)] ?? "";
  });

const json: Encode = (secret) => JSON.stringify(secret).slice(1, -1);

const lineBreaks = ["\n", "\r\n", "\n  ", "\\n", "\\r\\n", "%0A"];

function base64(encoding: "base64" | "base64url", wrapped: boolean): Encode {
  return (secret, choose) => {
    const text = Buffer.from(
      "\u00e4\u00f6\u00fc".slice(0, choose(4)) + "!".repeat(choose(3)) + secret + "?!".slice(choose(3)),
    ).toString(encoding);
    if (!wrapped) return text;
    const columns = 10 + choose(67);
    const lines = text.match(new RegExp(`.{1,${columns}}`, "g")) ?? [];
    return lines.join(lineBreaks[choose(lineBreaks.length)]);
  };
}

/** Encodings that the mask must replace completely. */
export const exactEncodings: Readonly<Record<string, Encode>> = {
  plain: (secret) => secret,
  percent,
  "double percent": (secret, choose) => percent(secret, choose).replaceAll("%", "%25"),
  form: (secret) => new URLSearchParams({ x: secret }).toString().slice(2),
  json,
  "nested json": (secret, choose) => json(json(secret, choose), choose),
  "unicode escapes": unicodeEscapes,
  "unicode escapes in json": (secret, choose) => json(unicodeEscapes(secret, choose), choose),
  "braced escapes": bracedEscapes,
  "byte escapes": byteEscapes,
  html,
  hexadecimal: (secret, choose) => inAnyCase(Buffer.from(secret).toString("hex"), choose),
};

/** Encodings that share characters with the surrounding bytes, so the mask lies within them. */
export const blendedEncodings: Readonly<Record<string, Encode>> = {
  base64: base64("base64", false),
  base64url: base64("base64url", false),
  "wrapped base64": base64("base64", true),
  "wrapped base64url": base64("base64url", true),
};

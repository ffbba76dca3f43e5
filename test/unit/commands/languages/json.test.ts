import { expect, it } from "vitest";
import { formatJson, parseJson } from "../../../../src/commands/languages/formats.ts";

const text = { source: "ping", text: "klopf" };

it.each([
  ["[", "is not JSON", "invalid_language"],
  ["5", "must be an object", "invalid_language"],
  [{ locale: "de" }, "file.texts is missing", "invalid_argument"],
  [{ locale: "de", texts: { a: 5 } }, "file.texts.a is a number", "invalid_language"],
  [{ locale: "de", texts: { a: { source: "b" } } }, "file.texts.a.text is missing", "invalid_language"],
  [{ locale: "de", texts: { a: { ...text, stale: 1 } } }, "file.texts.a.stale is", "invalid_argument"],
  [{ locale: "de", texts: { a: { ...text, txt: "" } } }, "Did you mean file.texts.a.text?", "unknown_option"],
  [{ locale: "de", texts: {}, by: "me" }, "file.by does not exist", "unknown_option"],
  ['{"locale":"de","locale":"fr","texts":{}}', 'has "locale" twice', "invalid_language"],
  [
    '{"locale":"de","texts":{"a":{"source":"{","text":"\\"}"},"\\u0061":{"source":"","text":""}}}',
    'has "a" twice',
    "invalid_language",
  ],
  [{ locale: "xx", texts: {} }, "is not a locale", "invalid_language"],
])("rejects %j", (content, words, code) => {
  const written = typeof content === "string" ? content : JSON.stringify(content);
  expect(() => parseJson(written)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(words) }),
  );
});

it("writes the context of known texts, and keeps unknown ones", () => {
  const language = parseJson(JSON.stringify({ locale: "de", texts: { "slash/gone.name": text } }));
  expect(JSON.parse(formatJson(language, []))).toEqual({ locale: "de", texts: { "slash/gone.name": text } });
});

import { expect, it } from "vitest";
import { parsePo } from "../../../../src/commands/languages/po.ts";

const header = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n';

it("parses comments, flags, previous msgids, wrapped lines, and missing blank lines", () => {
  const { locale, texts } = parsePo(`# A translator.
msgid ""
msgstr "Language: pt_BR\\n"
# theirs
#. ours
#: play.js:5
#| msgid "old"
#, fuzzy, c-format
msgctxt "a"
msgid ""
"one "
"two"
msgstr "um "
"dois"
msgctxt "b"
msgid "b"
msgstr ""

#~ msgid "gone"
#~ msgstr "foi"
# the end\r\n`);
  expect(locale).toBe("pt-BR");
  expect(Object.fromEntries(texts)).toEqual({
    a: { source: "one two", text: "um dois", stale: true },
    b: { source: "b", text: "", stale: false },
  });
});

it.each([
  ["", "has no header"],
  ['msgctxt "a"\nmsgid "a"\nmsgstr "b"', "has no header"],
  ['msgid "a"\nmsgstr "b"', "has no header"],
  ['msgid ""\nmsgstr "X: y\\n"', "does not specify a language"],
  ['msgid ""', "does not specify a language"],
  ['msgid ""\nmsgstr "Language: \\nMIME-Version: 1.0\\n"', "does not specify a language"],
  ['msgid ""\nmsgstr "Language: tlh\\n"', "is not a supported locale"],
  ['msgid ""\nmsgstr "Language: de\\nContent-Type: text/plain; charset=latin1\\n"', "encoding is latin1"],
  [`${header}\nmsgid "a"\nmsgstr "b"`, "Line 6 has a message without a key"],
  [`${header}\nmsgctxt "a"\nmsgid "a"`, "Line 6 has an incomplete message"],
  [`${header}\nmsgctxt "a"\nmsgstr "a"`, "Line 6 has an incomplete message"],
  [
    `${header}\nmsgctxt "a"\nmsgid "a"\nmsgstr "b"\n\nmsgctxt "a"\nmsgid "a"\nmsgstr "c"`,
    "Line 10 has a duplicate msgctxt",
  ],
  [`${header}\nmsgctxt "a"\nmsgid "a"\nmsgid "b"`, "Line 8 has a second msgid"],
  [`${header}\nmsgctxt "a"\nmsgid "a"\nmsgid_plural "as"`, "Line 8 has a plural form"],
  [`${header}\nmsgctxt "a"\nmsgid "a"\nmsgstr[0] "as"`, "Line 8 has a plural form"],
  [`${header}\nmsgctxt "a`, "Line 6 is not valid in a PO file"],
  [`${header}\nmsgctxt "a"b"`, "Line 6 is not valid in a PO file"],
  [`${header}\nmsgctxt "a\\"`, "Line 6 is not valid in a PO file"],
  [`${header}\n"a"`, "Line 6 has a string outside an entry"],
  [`${header}\nmsgctxt "\\x41"`, "Line 6 has the invalid escape \\x"],
])("rejects %j", (content, reason) => {
  expect(() => parsePo(content)).toThrow(
    expect.objectContaining({ code: "invalid_language", message: expect.stringContaining(reason) }),
  );
});

it("does not apply an obsolete string's flag to the next string", () => {
  const { texts } = parsePo(`${header}
#, fuzzy
#~ msgctxt "gone"
#~ msgid "gone"
#~ msgstr "weg"

msgctxt "a"
msgid "a"
msgstr "b"
`);
  expect(texts.get("a")).toEqual({ source: "a", text: "b", stale: false });
});

it("parses quotes and backslashes in strings", () => {
  const { texts } = parsePo(`${header}\nmsgctxt "a"\nmsgid "\\\\"\nmsgstr "\\"b\\"\\\\"`);
  expect(texts.get("a")).toMatchObject({ source: "\\", text: '"b"\\' });
});

it("parses a string with millions of characters", () => {
  const long = "x".repeat(5_000_000);
  const { texts } = parsePo(`${header}\nmsgctxt "a"\nmsgid "a"\nmsgstr "${long}"`);
  expect(texts.get("a")?.text).toBe(long);
});

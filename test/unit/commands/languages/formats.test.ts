import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatLanguage,
  parseLanguage,
  formatJson,
  parseJson,
} from "../../../../src/commands/languages/formats.ts";
import type { Language } from "../../../../src/commands/languages/language.ts";
import { textsOf } from "../../../../src/commands/languages/texts.ts";
import { runProgram } from "../../../setup/child-process.ts";
import { folderWith } from "../../../setup/program/game-folder.ts";
import { needs } from "../../../setup/system-parts.ts";

const play = {
  name: "play",
  description: 'Starts "a" <game> & \\ more,\n\tover\r\nlines.',
  options: [{ type: 4, name: "map", description: "Where.", choices: [{ name: "Dry", value: 6 }] }],
};
const texts = textsOf([play, { type: 3, name: 'Quote "it" & <b>' }]);
const language: Language = {
  locale: "pt-BR",
  texts: new Map([
    ["slash/play.name", { source: "play", text: "", stale: false }],
    ["slash/play.description", { source: play.description, text: 'Ç "<&>\\\n\t𝒳\r', stale: false }],
    ["slash/play/map.name", { source: "map", text: "mapa", stale: true }],
    ["slash/play/map.description", { source: "Where.", text: "Onde.", stale: false }],
    ["slash/play/map=6.name", { source: "Dry", text: "", stale: false }],
    ['message/Quote "it" & <b>.name', { source: 'Quote "it" & <b>', text: "Citar", stale: false }],
  ]),
};

describe.each(["json", "xliff", "po"] as const)("%s", (format) => {
  it("matches its snapshot", async () => {
    const extension = { json: "json", xliff: "xlf", po: "po" }[format];
    await expect(formatLanguage(language, format, texts, "fr")).toMatchFileSnapshot(
      `../../../golden/commands/languages/pt-BR.${extension}`,
    );
  });

  it("parses its own output, even with a byte order mark", () => {
    const content = formatLanguage(language, format, texts);
    expect(parseLanguage(content, format)).toEqual(language);
    expect(parseLanguage(`\uFEFF${content}`, format)).toEqual(language);
  });

  it("preserves any printable text", () => {
    const anyText = fc.string({ unit: "grapheme", minLength: 1 });
    fc.assert(
      fc.property(anyText, anyText, (name, text) => {
        const known = textsOf([{ type: 2, name: `${name}x` }]);
        const [key = ""] = known.map((one) => one.key);
        const one = {
          locale: "de",
          texts: new Map([[key, { source: `${name}x`, text, stale: false }]]),
        } as const;
        expect(parseLanguage(formatLanguage(one, format, known), format)).toEqual(one);
      }),
    );
  });
});

it("writes PO that msgfmt accepts without warnings", needs("gettext"), async () => {
  const empty: Language = { locale: "de", texts: new Map() };
  const cwd = folderWith({
    "translated.po": formatLanguage({ ...language, locale: "de" }, "po", texts),
    "empty.po": formatLanguage(empty, "po", texts),
    "nothing.po": formatLanguage(empty, "po", []),
  });
  for (const name of ["translated.po", "empty.po", "nothing.po"]) {
    const { status, stderr } = await runProgram("msgfmt", ["-c", "-o", "messages.mo", name], { cwd });
    expect([status, stderr]).toEqual([0, ""]);
  }
});

it("rejects text that a format cannot represent", () => {
  const bell = textsOf([{ type: 2, name: "a\u0007" }]);
  const empty: Language = { locale: "de", texts: new Map() };
  expect(() => formatLanguage(empty, "xliff", bell)).toThrow(
    expect.objectContaining({ code: "invalid_language", message: expect.stringContaining("user/a~7~.name") }),
  );
  expect(formatLanguage(empty, "po", textsOf([{ type: 2, name: "a" }]))).toContain('msgstr ""');
  expect(formatLanguage(empty, "xliff", textsOf([{ type: 2, name: "a" }]))).not.toContain("<target");
});

it.each([
  ["", "json", "invalid_argument"],
  ["{}", "yaml", "invalid_argument"],
  [5, "json", "invalid_argument"],
] as const)("rejects %j in the format %j", (content, format, code) => {
  expect(() => parseLanguage(content as never, format as never)).toThrow(expect.objectContaining({ code }));
});

describe("JSON", () => {
  const text = { source: "ping", text: "klopf" };

  it.each([
    ["[", "is not valid JSON", "invalid_language"],
    ["5", "must be an object", "invalid_language"],
    [{ locale: "de" }, "file.texts is missing", "invalid_argument"],
    [{ locale: "de", texts: { a: 5 } }, "file.texts.a is a number", "invalid_language"],
    [{ locale: "de", texts: { a: { source: "b" } } }, "file.texts.a.text is missing", "invalid_language"],
    [{ locale: "de", texts: { a: { ...text, stale: 1 } } }, "file.texts.a.stale is", "invalid_argument"],
    [
      { locale: "de", texts: { a: { ...text, txt: "" } } },
      "Did you mean file.texts.a.text?",
      "unknown_option",
    ],
    [{ locale: "de", texts: {}, by: "me" }, "file.by does not exist", "unknown_option"],
    ['{"locale":"de","locale":"fr","texts":{}}', 'contains "locale" twice', "invalid_language"],
    [
      '{"locale":"de","texts":{"a":{"source":"{","text":"\\"}"},"\\u0061":{"source":"","text":""}}}',
      'contains "a" twice',
      "invalid_language",
    ],
    [{ locale: "xx", texts: {} }, "is not a supported locale", "invalid_language"],
  ])("rejects %j", (content, reason, code) => {
    const written = typeof content === "string" ? content : JSON.stringify(content);
    expect(() => parseJson(written)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(reason) }),
    );
  });

  it("writes the context of known strings and keeps unknown strings", () => {
    const parsed = parseJson(JSON.stringify({ locale: "de", texts: { "slash/gone.name": text } }));
    expect(JSON.parse(formatJson(parsed, []))).toEqual({
      locale: "de",
      texts: { "slash/gone.name": text },
    });
  });
});

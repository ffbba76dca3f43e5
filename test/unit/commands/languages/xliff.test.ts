import { expect, it } from "vitest";
import { parseXliff } from "../../../../src/commands/languages/xliff.ts";

const file = (units: string, attributes = 'target-language="de"') =>
  `<xliff version="1.2"><file ${attributes}><header/><body>${units}</body></file></xliff>`;

it("parses groups, several files, states and notes", () => {
  const content = `<?xml version="1.0"?><!-- by a tool -->
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file target-language="pt_BR"><header><tool tool-id="t"/></header><body>
    <group id="g"><trans-unit id="a" approved="yes"><source>A<!-- a --></source>
      <target state="final">Ä &amp; <![CDATA[<b>]]></target><alt-trans><target>no</target></alt-trans></trans-unit></group>
    <trans-unit id="b"><source>B</source><target state="needs-review-l10n">b</target><note>hm</note></trans-unit>
    <trans-unit id="c"><source>C</source><target state="new">C</target></trans-unit>
  </body></file>
  <file target-language="pt-BR"><body>
    <trans-unit id="d"><source>D</source><target>d<?tool x?></target></trans-unit>
    <trans-unit id="e"><source>E</source></trans-unit>
    <trans-unit id="f"><source>F</source><target state="needs-translation">F</target></trans-unit>
  </body></file>
</xliff>`;
  const { locale, texts } = parseXliff(content);
  expect([locale, Object.fromEntries(texts)]).toEqual([
    "pt-BR",
    {
      a: { source: "A", text: "Ä & <b>", stale: false },
      b: { source: "B", text: "b", stale: true },
      c: { source: "C", text: "", stale: false },
      d: { source: "D", text: "d", stale: false },
      e: { source: "E", text: "", stale: false },
      f: { source: "F", text: "", stale: false },
    },
  ]);
});

const unit = '<trans-unit id="a"><source>A</source></trans-unit>';

it.each([
  ["<xliff", "is not XML: "],
  ["", "is not XML: "],
  ["<!DOCTYPE x [<!ENTITY e 'e'>]><xliff>&e;</xliff>", "is not XML: "],
  ["<html/>", "is not XLIFF 1.2"],
  ['<xliff version="2.0"/>', "is not XLIFF 1.2"],
  ['<xliff version="1.2"/>', "the same target-language"],
  [file("", ""), 'The language "" is not a supported locale'],
  [file("", 'target-language="en"'), "is not a supported locale"],
  [
    `<xliff version="1.2"><file target-language="de"/><file target-language="fr"/></xliff>`,
    "the same target",
  ],
  [file("<trans-unit><source>A</source></trans-unit>"), "a trans-unit without an id"],
  [file(unit + unit), 'the trans-unit "a" twice'],
  [file('<trans-unit id="a"/>'), 'The trans-unit "a" has no source'],
  [file('<trans-unit id="a"><source>A <g id="1">b</g></source></trans-unit>'), "contains the element g"],
])("rejects %j", (content, reason) => {
  expect(() => parseXliff(content)).toThrow(
    expect.objectContaining({ code: "invalid_language", message: expect.stringContaining(reason) }),
  );
});

it("rejects extremely deep nesting without a stack overflow", () => {
  expect(() => parseXliff("<g>".repeat(200_000))).toThrow(
    expect.objectContaining({ code: "invalid_language" }),
  );
});

it("parses groups nested thousands of levels deep", () => {
  const depth = 6000;
  const { texts } = parseXliff(file(`${"<group>".repeat(depth)}${unit}${"</group>".repeat(depth)}`));
  expect([...texts.keys()]).toEqual(["a"]);
});

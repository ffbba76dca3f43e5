import { expect, it } from "vitest";
import type { Row } from "../../fixtures/documents/row.ts";
import { rows } from "../../fixtures/documents/rows.ts";
import { documents } from "../../fixtures/documents/structure.ts";
import { findProblems } from "../../setup/documents/evidence.ts";

it("requires every row of the interface documents to name an existing test that CI runs", () => {
  const bySection: Readonly<Record<string, Readonly<Record<string, Row>>>> = rows;
  const sections = documents.flatMap((document) => Object.entries(document.sections));
  expect(sections.length).toBeGreaterThan(20);
  const problems = sections.flatMap(([section, { rows: names }]) =>
    names.flatMap((name) =>
      findProblems(bySection[section]![name]!).map((problem) => `${section}/${name}: ${problem}`),
    ),
  );
  expect(problems).toEqual([]);
});

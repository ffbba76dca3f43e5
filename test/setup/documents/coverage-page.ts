import { documents } from "../../fixtures/documents/structure.ts";
import type { Row } from "../../fixtures/documents/row.ts";
import { rows } from "../../fixtures/documents/rows.ts";

/** Every row of the documents with its id, `section/row`, and what stands behind it. */
export function listRows(): (readonly [id: string, row: Row])[] {
  return documents.flatMap(({ sections }) =>
    Object.entries(sections).flatMap(([section, { rows: names }]) =>
      names.map((name) => [`${section}/${name}`, rowOf(section, name)] as const),
    ),
  );
}

/** The page: a table for each section, its rows with the files of their tests. Titles stand in the fixtures alone. */
export function writePage(): string {
  const lines = [
    "# The rows of the interface documents and their tests",
    "",
    "Each row of the two interface documents with the files of the tests that show it. `test/fixtures/documents` names the tests;",
    "`test/unit/project/coverage.test.ts` writes this page from it, and fails for a row without a test, and for a test that does not",
    "exist or that CI does not run. A rule is one of [command-rules.md](../docs/command-rules.md): its valid and invalid cases stand in",
    "`test/golden/commands/cases`, and are tried with the validator and with the emulator.",
  ];
  for (const { title, sections } of documents) {
    lines.push("", `## ${title}`);
    for (const [section, { title: heading, rows: names }] of Object.entries(sections)) {
      lines.push("", `### ${heading}`, "", "| row | tests |", "| --- | --- |");
      lines.push(...names.map((name) => writeRow(name, rowOf(section, name))));
    }
  }
  return `${lines.join("\n")}\n`;
}

function rowOf(section: string, name: string): Row {
  return (rows as Readonly<Record<string, Readonly<Record<string, Row>>>>)[section]![name]!;
}

function writeRow(name: string, row: Row): string {
  const tests = new Set(row.tests.map(writeTest));
  return `| ${name}${row.isRefused ? " (refused)" : ""} | ${[...tests].join("<br>")} |`;
}

function writeTest(reference: string): string {
  const rule = /^rule (\S+)$/.exec(reference)?.[1];
  if (rule !== undefined) return `[rule ${rule}](../docs/command-rules.md#${rule})`;
  return `\`${reference.split(" › ")[0]}\``;
}

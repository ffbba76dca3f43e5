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

/** The page of docs/: a table for each section, its rows with their files and tests. */
export function writePage(): string {
  const lines = [
    "# What the documents name, and what shows it",
    "",
    "Each row of the two interface documents, with the files of `src` that do it and the tests that show it. Generated from",
    "`test/fixtures/documents` by `test/unit/project/coverage.test.ts`, which fails when a row has no file or no test, or when one that",
    "is named is not there or not run. A rule is one of [command-rules.md](command-rules.md): its cases, those that keep it and",
    "those that break it, stand in `test/golden/commands/cases`, and are tried with the validator and with the emulator.",
  ];
  for (const { title, sections } of documents) {
    lines.push("", `## ${title}`);
    for (const [section, { title: heading, rows: names }] of Object.entries(sections)) {
      lines.push("", `### ${heading}`, "", "| row | file of src | tests |", "| --- | --- | --- |");
      lines.push(...names.map((name) => writeRow(name, rowOf(section, name))));
    }
  }
  return `${lines.join("\n")}\n`;
}

function rowOf(section: string, name: string): Row {
  return (rows as Readonly<Record<string, Readonly<Record<string, Row>>>>)[section]![name]!;
}

function writeRow(name: string, row: Row): string {
  const sources = row.sources.map((source) => `\`${source}\``).join("<br>");
  return `| ${name}${row.isRefused ? " (refused)" : ""} | ${sources} | ${row.tests.map(writeTest).join("<br>")} |`;
}

function writeTest(reference: string): string {
  const rule = /^rule (\S+)$/.exec(reference)?.[1];
  if (rule !== undefined) return `[rule ${rule}](command-rules.md#${rule})`;
  const [file, ...titles] = reference.split(" › ");
  return `\`${file}\`: ${titles.join(" › ").replaceAll("|", String.raw`\|`)}`;
}

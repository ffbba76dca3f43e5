import { readFileSync } from "node:fs";

const page = new URL("../../../docs/guides/migration.md", import.meta.url);

/** Reads the names in backticks from both columns of a table in docs/guides/migration.md, split at dots and colons. */
export function readNames(heading: string): { readonly theirs: string[]; readonly ours: string[] } {
  const [, section = ""] = readFileSync(page, "utf8").split(`\n## ${heading}\n`);
  const rows = section.split(/\n## /)[0]?.match(/^\| .*`.*\|$/gm) ?? [];
  if (rows.length === 0) throw new Error(`There is no table below "${heading}".`);
  const cells = rows.map((row) => row.split("|"));
  return {
    theirs: cells.flatMap(([, cell]) => namesIn(cell)),
    ours: cells.flatMap(([, , cell]) => namesIn(cell)),
  };
}

/** Ignores quoted values and package paths. */
function namesIn(cell = ""): string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = ""]) => code)
    .filter((code) => /^[\w.:()#]+$/.test(code))
    .flatMap((code) => code.replace(/\(\w*\)/, "").split(/[.:]+/))
    .filter((name) => name !== "");
}

export function missingIn(declarations: string, names: readonly string[]): string[] {
  return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(declarations));
}

import { readFileSync } from "node:fs";

const page = new URL("../../../docs/guides/migration.md", import.meta.url);

/** The names of both columns of a table of docs/guides/migration.md: what stands in backticks, part by part. */
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

/** Quoted values and paths of the package are no names. */
function namesIn(cell = ""): string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = ""]) => code)
    .filter((code) => /^[\w.:()#]+$/.test(code))
    .flatMap((code) => code.replace(/\(\w*\)/, "").split(/[.:]+/))
    .filter((name) => name !== "");
}

/** Those that declarations do not declare. */
export function missingIn(declarations: string, names: readonly string[]): string[] {
  return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(declarations));
}

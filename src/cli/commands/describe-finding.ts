import { relative } from "node:path";
import { shown } from "../frame/shown.ts";
import type { Terminal } from "../frame/terminal.ts";
import type { PlacedFinding } from "./load-definitions.ts";

/**
 * A finding as a compiler would tell it: file, line and column first, as editors and terminals follow them.
 *
 * @param path - of the file that was loaded, where no place is known.
 */
export function describeFinding(
  { finding, place }: PlacedFinding,
  path: string,
  { cwd, terminal, paint }: { cwd: string; terminal: Pick<Terminal, "wrap">; paint: Terminal["paint"] },
): string {
  const { severity, path: field, rule, value, message, fix } = finding;
  const file = relative(cwd, place?.path ?? path);
  const at = place ? `${file}:${place.line}:${place.column}` : file;
  const level = severity === "error" ? paint.red("error") : paint.yellow("warning");
  const text = terminal.wrap(`${value} ${message} ${fix} [${rule}]`);
  return `${paint.bold(at)} ${level} ${shown(field) || "the whole"}\n${text.replaceAll(/^/gm, "    ")}`;
}

/** The same for programs. */
export function findingAsData(
  { finding, place }: PlacedFinding,
  path: string,
): Readonly<Record<string, unknown>> {
  const { severity, rule, path: field, keys, value, message, fix } = finding;
  return {
    file: place?.path ?? path,
    line: place?.line,
    column: place?.column,
    severity,
    rule,
    field,
    keys,
    value,
    message,
    fix,
  };
}

import { relative } from "node:path";
import { withFlags } from "../frame/failure.ts";
import type { PlacedFinding } from "./source.ts";

/**
 * Formats a workflow command (GitHub documentation, Workflow commands, "Setting an error message").
 *
 * @param path - the loaded file, used if the place is unknown.
 * @param root - the repository's directory.
 */
export function annotationOf({ finding, place }: PlacedFinding, path: string, root: string): string {
  const { severity, path: field, rule, value, message, fix } = finding;
  const at = [
    `file=${property(relative(root, place?.path ?? path))}`,
    ...(place ? [`line=${place.line}`, `col=${place.column}`] : []),
    `title=${property(rule)}`,
  ];
  const words = [field, value, message, withFlags(fix)];
  return `::${severity} ${at.join(",")}::${data(words.filter(Boolean).join(" "))}`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

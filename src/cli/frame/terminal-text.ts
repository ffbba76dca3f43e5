import { styleText } from "node:util";
import stringWidth from "fast-string-width";
import { wrapAnsi } from "fast-wrap-ansi";

type Format = Parameters<typeof styleText>[0];

export const formats = {
  bold: "bold",
  dim: "dim",
  red: "red",
  green: "green",
  yellow: "yellow",
  cyan: "cyan",
  /** White on black in every color scheme, for QR codes. */
  screen: ["whiteBright", "bgBlack"],
} as const satisfies Record<string, Format>;

const sequences = new Set(
  Object.values(formats).flatMap((format) =>
    styleText(format, "\n", { validateStream: false }).match(/[^\n]+?m/g),
  ),
);

export type Paint = Readonly<Record<keyof typeof formats, (text: string) => string>>;

/** Replaces longer secrets first, because they may contain shorter ones. */
export function withoutSecrets(text: string, secrets: ReadonlySet<string>): string {
  return [...secrets]
    .toSorted((one, other) => other.length - one.length)
    .reduce((hidden, secret) => hidden.replaceAll(secret, "[hidden]"), text);
}

// Control characters and bidirectional formatting characters.
const controls = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

const colourOrControl = new RegExp(`\\u001B\\[[\\d;]*m|${controls.source}`, "gu");

export function escapeControls(text: string): string {
  return text.replaceAll(controls, escaped);
}

/**
 * Preserves line breaks. Untrusted text must already be escaped with {@link escapeControls}.
 *
 * @param isColoured - Whether to preserve the program's color sequences.
 */
export function printable(text: string, isColoured: boolean): string {
  return text.replaceAll(colourOrControl, (found) => {
    if (found === "\n" || (isColoured && sequences.has(found))) return found;
    return escapeControls(found);
  });
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const gap = 2;

export function columns(rows: readonly (readonly string[])[], width: number): string {
  const last = (rows[0]?.length ?? 1) - 1;
  const widths = Array.from({ length: last }, (_, column) => widestOf(rows, column) + gap);
  const textWidth = Math.max(20, width - widths.reduce((sum, each) => sum + each, 0)) - gap;
  return rows
    .map((row) => {
      const head = widths.map((wide, column) => padded(row[column], wide)).join("");
      return joinColumn(head, row[last] ?? "", textWidth);
    })
    .join("\n");
}

function widestOf(rows: readonly (readonly string[])[], column: number): number {
  return Math.max(0, ...rows.map((row) => stringWidth(row[column] ?? "")));
}

function padded(text = "", width: number): string {
  return text + " ".repeat(width - stringWidth(text));
}

export function joinColumn(head: string, text: string, width: number): string {
  const indent = " ".repeat(stringWidth(head));
  const hanging = wrapAnsi(text, width, { hard: true }).replaceAll("\n", `\n${indent}`);
  return (head + hanging).replaceAll(/ +$/gm, "");
}

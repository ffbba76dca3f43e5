import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

export const formats = {
  bold: "bold",
  dim: "dim",
  red: "red",
  green: "green",
  yellow: "yellow",
  cyan: "cyan",
  /** White on black, in every colour scheme of the terminal: for texts that a camera reads. */
  screen: ["whiteBright", "bgBlack"],
} as const satisfies Record<string, Format>;

/** The escape sequences of {@link Paint}. */
const sequences = new Set(
  Object.values(formats).flatMap((format) =>
    styleText(format, "\n", { validateStream: false }).match(/[^\n]+?m/g),
  ),
);

/** Makes text bold or coloured where that can be seen, and leaves it as it is elsewhere. */
export type Paint = Readonly<Record<keyof typeof formats, (text: string) => string>>;

/** The text with every secret hidden. Longer ones first, since one may lie inside another. */
export function withoutSecrets(text: string, secrets: ReadonlySet<string>): string {
  return [...secrets]
    .toSorted((one, other) => other.length - one.length)
    .reduce((hidden, secret) => hidden.replaceAll(secret, "[hidden]"), text);
}

// Characters that control a terminal, or turn the direction of the text around them.
const obeyed = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

const colourOrObeyed = new RegExp(`\\u001B\\[[\\d;]*m|${obeyed.source}`, "gu");

/** Text from outside, made harmless for a terminal: invisible characters are written as escapes. */
export function shown(text: string): string {
  return text.replaceAll(obeyed, escaped);
}

/**
 * The same for the program's own output, whose lines stay lines. Text from outside has gone through {@link shown} already; other
 * text does no harm.
 *
 * @param isColoured - whether the program's own colours stay.
 */
export function printable(text: string, isColoured: boolean): string {
  return text.replaceAll(colourOrObeyed, (found) => {
    if (found === "\n" || (isColoured && sequences.has(found))) return found;
    return shown(found);
  });
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

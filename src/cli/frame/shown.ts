import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

export const formats = {
  bold: "bold",
  dim: "dim",
  red: "red",
  green: "green",
  yellow: "yellow",
  cyan: "cyan",
  /** White on black, whatever the colours of the terminal are: for what a camera reads. */
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

// What a terminal would obey, or what turns the direction of the text around it.
const obeyed = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

const colourOrObeyed = new RegExp(`\\u001B\\[[\\d;]*m|${obeyed.source}`, "gu");

/** Text from outside, made harmless for a terminal: invisible characters are written as escapes. */
export function shown(text: string): string {
  return text.replaceAll(obeyed, escaped);
}

/**
 * The same for all that the program writes, whose lines stay lines. What comes from outside has gone through {@link shown}
 * already; what has not does no harm.
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

import { isPainted } from "./paint.ts";

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
    if (found === "\n" || (isColoured && isPainted(found))) return found;
    return shown(found);
  });
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** A count with its noun. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

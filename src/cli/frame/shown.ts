// What a terminal would obey, or what turns the direction of the text around it.
// oxlint-disable-next-line no-control-regex -- these are the ones that are meant
const obeyed = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

/** Text from outside, made harmless for a terminal: invisible characters are written as escapes. */
export function shown(text: string): string {
  return text.replaceAll(
    obeyed,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A count with its noun. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** How deep JSON of another party may be nested. What the service sends, and takes, has about twenty levels. */
const deepest = 100;

/**
 * Reads JSON of another party. What it gives can be walked, copied and written again by functions that call themselves, which
 * a text of a few kilobytes could else let run out of stack.
 *
 * @throws SyntaxError when it is no JSON, or nested more than 100 deep; it quotes nothing of the text where that is too deep.
 */
export function parseForeignJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isWithin(value, deepest)) return value;
  throw new SyntaxError(`It is JSON that is nested more than ${deepest} deep.`);
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  return Object.values(value).every((below) => isWithin(below, levels - 1));
}

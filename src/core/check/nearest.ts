/** The known name that `typed` was most likely meant to be; undefined when none is like it. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  // Nothing that long is a slip of the fingers.
  if (typed.length > 40) return undefined;
  const [best] = known
    .map((name) => ({ name, distance: distance(typed.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance);
  return best && best.distance <= Math.max(2, typed.length / 3) ? best.name : undefined;
}

/** How many letters have to be added, left out or changed (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const letter of from) {
    let [left, diagonal] = [Infinity, Infinity];
    row = row.map((above, column) => {
      const changed = diagonal + (letter === to[column - 1] ? 0 : 1);
      diagonal = above;
      left = Math.min(changed, above + 1, left + 1);
      return left;
    });
  }
  return row.reduce((_, last) => last);
}

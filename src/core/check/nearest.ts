/** Returns the name with the smallest edit distance, or `undefined` if none is close enough to be a typo. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  if (typed.length > 40) return undefined;
  const [best] = known
    .map((name) => ({ name, distance: distance(typed.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance);
  return best && best.distance <= Math.max(2, typed.length / 3) ? best.name : undefined;
}

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

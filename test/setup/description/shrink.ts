type Holder = Record<string, unknown>;

/** Removes parts of a body one by one as long as `holds` stays true. */
export async function shrink(body: unknown, holds: (smaller: unknown) => Promise<boolean>): Promise<unknown> {
  let smallest = body;
  for (let goesOn = true; goesOn;) {
    goesOn = false;
    for (const path of pathsIn(smallest)) {
      const smaller = without(smallest, path);
      if (!(await holds(smaller))) continue;
      smallest = smaller;
      goesOn = true;
      break;
    }
  }
  return smallest;
}

/** The paths of all fields and items, outermost first. */
function pathsIn(value: unknown): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value);
  return [
    ...entries.map(([key]) => [key]),
    ...entries.flatMap(([key, below]) => pathsIn(below).map((path) => [key, ...path])),
  ];
}

function without(value: unknown, [key = "", ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) {
    const index = Number(key);
    return rest.length === 0 ? value.toSpliced(index, 1) : value.with(index, without(value[index], rest));
  }
  const copy = { ...(value as Holder) };
  if (rest.length === 0) delete copy[key];
  else copy[key] = without(copy[key], rest);
  return copy;
}

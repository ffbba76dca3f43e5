/**
 * Finds the import cycles (strongly connected components) with Tarjan's algorithm.
 *
 * @param {ReadonlyMap<string, readonly string[]>} imports - of each file
 * @returns {string[][]} the cycles that contain more than one file
 */
export function cyclesIn(imports) {
  /** @type {Map<string, number>} */
  const order = new Map();
  /** @type {Map<string, number>} */
  const lowest = new Map();
  /** @type {string[]} */
  const open = [];
  /** @type {string[][]} */
  const cycles = [];
  const lower = (/** @type {string} */ file, /** @type {number} */ position) =>
    lowest.set(file, Math.min(lowest.get(file) ?? position, position));

  /** @param {string} file */
  function visit(file) {
    const position = order.size;
    order.set(file, position);
    lower(file, position);
    open.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lower(file, lowest.get(next) ?? position);
    }
    if (lowest.get(file) !== position) return;
    const cycle = open.splice(open.indexOf(file));
    if (cycle.length > 1) cycles.push(cycle);
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

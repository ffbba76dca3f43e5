// Assigns modules to chunks according to the entries that load them at startup.

/** @typedef {import("rolldown").ChunkingContext} ChunkingContext */

/**
 * Names a chunk for the modules that `wanted` accepts.
 *
 * @param {string} name
 * @param {readonly string[]} entries - files
 * @param {(readers: readonly string[], module: { id: string, isLoaded: boolean }) => boolean} wanted - receives the entries that
 *   load the module at startup, and whether an `import()` loads it.
 */
export function chunkFor(name, entries, wanted) {
  /** @type {Map<string, ReadonlySet<string>>} */
  const read = new Map();
  return (/** @type {string} */ id, /** @type {ChunkingContext} */ context) => {
    for (const entry of entries) if (!read.has(entry)) read.set(entry, readBy(entry, context));
    const readers = entries.filter((entry) => read.get(entry)?.has(id));
    const loaders = context.getModuleInfo(id)?.dynamicImporters ?? [];
    return wanted(readers, { id, isLoaded: loaders.length > 0 }) ? name : null;
  };
}

/**
 * Returns the modules that `file` loads at startup, including itself.
 *
 * @param {string} file
 * @param {ChunkingContext} context
 * @returns {ReadonlySet<string>}
 */
function readBy(file, context) {
  const found = new Set([file]);
  for (const id of found) for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

// Which entries read a module as they start: what decides, beside what a module is about, which chunk it is in.

/** @typedef {import("rolldown").ChunkingContext} ChunkingContext */

/**
 * Names a chunk for the modules that `wanted` says yes to, by the entries that read them as they start.
 *
 * @param {string} name
 * @param {readonly string[]} entries - files
 * @param {(readers: readonly string[], module: { id: string, isLoaded: boolean }) => boolean} wanted - is told whether some
 *   `import()` loads the module
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
 * The modules that `file` reads as it starts, itself included.
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

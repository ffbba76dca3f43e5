// A single non-ASCII character makes Node store the whole file as UTF-16, at twice the cost. Non-ASCII characters occur only where
// escapes are valid.

export function asciiOutput() {
  return {
    name: "ascii-output",
    generateBundle(/** @type {unknown} */ _options, /** @type {import("rolldown").OutputBundle} */ bundle) {
      for (const file of Object.values(bundle))
        if (file.type === "chunk") file.code = file.code.replaceAll(/[^\0-\x7F]/g, escapeUnit);
    },
  };
}

/** @param {string} unit */
function escapeUnit(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

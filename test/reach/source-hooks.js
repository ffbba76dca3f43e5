import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { transformSync } from "rolldown/utils";

const transform = { target: "node20.19" };

/** Matches TypeScript, and the programs that the build embeds as strings (`?program`, `?thread`), which are never run here. */
const source = /\.tsx?(?<program>\?\w+)?$/;

/**
 * Lets an older checkout without installed packages use this checkout's packages.
 *
 * @type {import("node:module").ResolveHook}
 */
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (/^[./]|:/.test(specifier)) throw error;
    return next(specifier, { ...context, parentURL: import.meta.url });
  }
}

/** @type {import("node:module").LoadHook} */
export async function load(url, context, next) {
  const found = source.exec(url);
  if (!found) return next(url, context);
  const text = found.groups?.["program"] ? 'export const program = "";' : await compiled(fileURLToPath(url));
  return { format: "module", source: text, shortCircuit: true };
}

/**
 * Keeps the imports, so that coverage can be counted per file. Only the bundler includes the helpers that `using` requires; it takes
 * much longer.
 *
 * @param {string} file
 */
async function compiled(file) {
  const { code } = transformSync(file, readFileSync(file, "utf8"), transform);
  if (!code.includes("@oxc-project")) return code;
  const external = (/** @type {string} */ id) => id !== file && !id.includes("@oxc-project");
  const bundle = await rolldown({ input: file, platform: "node", external, treeshake: false, transform });
  const { output } = await bundle.generate({ format: "esm" });
  return output[0].code;
}

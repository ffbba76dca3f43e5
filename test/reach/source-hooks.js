import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

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

/** Compiles each file separately and keeps its imports, so that coverage can be counted per file. @param {string} file */
async function compiled(file) {
  const external = (/** @type {string} */ id) => id !== file && !id.includes("@oxc-project");
  const transform = { target: "node20.19" };
  const bundle = await rolldown({ input: file, platform: "node", external, treeshake: false, transform });
  const { output } = await bundle.generate({ format: "esm" });
  return output[0].code;
}

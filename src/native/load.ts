import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { existsSync } from "node:fs";
import { ClientError, ErrorType } from "../errors.ts";
import type { Addon } from "./binding.ts";

const require = createRequire(import.meta.url);
const root = new URL(".", pathToFileURL(require.resolve("slashpass/package.json")));
let loaded: Addon | undefined;

/**
 * The addon, loaded at the first call: importing the package loads no native code.
 *
 * @throws ClientError `addon_unavailable` (Disabled) that says what was tried and what to do.
 */
export function loadAddon(): Addon {
  loaded ??= load(candidates());
  return loaded;
}

/**
 * A published package has the binary for each system. A checkout, which alone has what a build needs, has the one it
 * built: an older one of the published kind must not hide it.
 *
 * @internal Exported for its test.
 */
export function candidates(base: URL = root): string[] {
  const published = `prebuilds/${target()}/slashpass.node`;
  const built = "build/Release/slashpass.node";
  return existsSync(new URL("CMakeLists.txt", base)) ? [built, published] : [published, built];
}

function target(): string {
  return `${process.platform}${usesMusl() ? "musl" : ""}-${process.arch}`;
}

function usesMusl(): boolean {
  if (process.platform !== "linux") return false;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined;
}

/** @internal Exported for its test. */
export function load(paths: readonly string[], base: URL = root): Addon {
  const problems: string[] = [];
  for (const path of paths) {
    const file = new URL(path, base);
    if (!existsSync(file)) {
      problems.push(`${path}: not there`);
      continue;
    }
    try {
      return require(fileURLToPath(file)) as Addon;
    } catch (error) {
      problems.push(`${path}: ${(error as Error).message.split("\n")[0]}`);
    }
  }
  throw unavailable(problems);
}

function unavailable(problems: readonly string[]): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "addon_unavailable",
    message: `The native addon of slashpass for ${target()} could not be loaded (${problems.join("; ")}).`,
    hint:
      "In a checkout run `npm run build:native`. In an Electron app keep .node files out of the asar. With Node's " +
      "permission model allow addons (--allow-addons).",
  });
}

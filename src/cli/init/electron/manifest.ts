import { basename } from "node:path";
import { isObject } from "../../../core/check/readers.ts";
import { readManifest } from "../write-files.ts";

const scripts = {
  dev: "electron-vite dev",
  check: "tsc",
  test: "vitest run",
  build: "electron-vite build",
  package: "electron-vite build && electron-builder",
};

const devDependencies = {
  "@types/node": "^24.19.4",
  electron: "^45.5.0",
  "electron-builder": "^26.17.0",
  "electron-vite": "^6.0.0",
  typescript: "^7.0.2",
  vite: "^8.3.8",
  vitest: "^4.1.12",
};

/**
 * Returns the text of package.json. An existing file keeps its other fields, and the versions of its dependencies.
 *
 * @param version - the version of slashpass.
 */
export function manifestText(folder: string, version: string): string {
  const old = readManifest(folder)?.manifest ?? {};
  const manifest = {
    name: nameOf(folder),
    version: "0.1.0",
    private: true,
    ...old,
    type: "module",
    main: "out/main/index.js",
    scripts: { ...objectOf(old["scripts"]), ...scripts },
    dependencies: { slashpass: `^${version}`, ...objectOf(old["dependencies"]) },
    devDependencies: { ...devDependencies, ...objectOf(old["devDependencies"]) },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Package names have at most 214 characters (npm, package.json, "name"). */
function nameOf(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-");
  return name.replaceAll(/^-+|-+$/g, "").slice(0, 214) || "game";
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

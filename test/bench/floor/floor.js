import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const path = (/** @type {string} */ name) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
mkdirSync(path("build/bench"), { recursive: true });
const headers = `-I${path("node_modules/node-api-headers/include")}`;
const source = path("test/bench/floor/floor.c");
export const floorPath = path("build/bench/floor.node");
// Renamed atomically, because several threads compile it concurrently.
const fresh = `${floorPath}-${randomUUID()}`;
execFileSync("cc", ["-O2", "-shared", "-fPIC", headers, source, "-o", fresh]);
renameSync(fresh, floorPath);

/** @type {{ same: (text: string) => string, readSame: (text: string) => string, search: (bytes: Uint8Array) => boolean, threadCpu: () => number }} */
export const floor = createRequire(import.meta.url)(floorPath);

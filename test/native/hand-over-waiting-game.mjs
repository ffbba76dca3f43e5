// A game that waits for a redirect of the scheme in its first argument, until it is killed.
import { createRequire } from "node:module";

/** @type {import("../../src/native/binding.ts").Addon} */
const addon = createRequire(import.meta.url)("../../build/Release/slashpass.node");
addon.openHandOver(String(process.argv[2]), () => {});
process.stdout.write("waiting");

// A game that waits, until it is killed, for a redirect to the scheme in its first argument.
import { createRequire } from "node:module";

/** @type {import("../../src/native/binding.ts").Addon} */
const addon = createRequire(import.meta.url)("../../build/Release/slashpass.node");
addon.openHandOver(String(process.argv[2]), () => {});
process.stdout.write("waiting");

// social-sdk.mjs ADDON: starts and stops the addon's thread in this version of Node. Exits with an error code on failure.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const addon = createRequire(import.meta.url)(resolve(process.argv[2] ?? ""));
assert.throws(() => addon.load(resolve("missing")), { code: "not_loadable" });
addon.createClient(() => assert.fail("nothing was called")).close();
addon.createClient(() => assert.fail("nothing was called"));
addon.shutDown();

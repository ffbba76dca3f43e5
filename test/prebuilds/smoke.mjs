// smoke.mjs ADDON: uses the addon in this version of Node as a game would. Exits with an error code on failure.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const addon = createRequire(import.meta.url)(resolve(process.argv[2] ?? ""));
const secret = "a-token-that-nobody-may-see";

const redactor = addon.createRedactor();
assert.equal(redactor.add(secret), true);
assert.equal(redactor.redact("nothing here"), "nothing here");
for (const form of [
  secret,
  encodeURIComponent(`${secret}/`),
  Buffer.from(secret).toString("base64"),
  Buffer.from(secret).toString("hex"),
])
  assert.ok(!redactor.redact(`before ${form} after`).includes(form), form);
// The redactor checks several positions at once with processor-specific instructions. It must not miss any position.
for (let before = 0; before < 100; before++)
  for (const value of ["access_token=Zq3vX8pL2mN5", "Bearer Zq3vX8pL2mN5kR7t", `%61${secret.slice(1)}`]) {
    const line = `${"-".repeat(before)} ${value} ${"-".repeat(before % 40)}`;
    assert.match(redactor.redact(line), /^-* (access_token=|Bearer )?\[redacted\] -*$/, line);
  }

const folder = mkdtempSync(join(tmpdir(), "slashpass-smoke-"));
const log = addon.openLogFile(join(folder, "game.log"));
log.write(2, "hello");
log.closeNow();
assert.match(readFileSync(join(folder, "game.log"), "utf8"), /^\S+Z info hello\n$/);
assert.throws(() => addon.openLogFile(join(folder, "missing", "game.log")), { code: "missing" });

process.env["HOME"] = folder;
const status = addon.redirectSchemeStatus("slashpass-smoke", "123456789012345678", new Uint8Array());
assert.deepEqual({ ...status }, { owner: "", ours: false, stale: false });

const close = addon.openHandOver("slashpass-smoke", () => assert.fail("nobody sends a redirect"));
close();
rmSync(folder, { recursive: true });

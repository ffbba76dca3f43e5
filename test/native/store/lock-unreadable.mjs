// Takes a lock in an unreadable directory as an unprivileged user, because root could read it.
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const { withProcessLock } = await import(String(process.argv[2]));
const nobody = 65534;
if (process.getuid?.() === 0) {
  process.setgid?.(nobody);
  process.setuid?.(nobody);
}
const root = join(String(process.env["XDG_RUNTIME_DIR"]), "slashpass");
const directory = await withProcessLock("name", () =>
  Promise.resolve(join(root, String(readdirSync(root)[0]))),
);
mkdirSync(directory);
writeFileSync(join(directory, "token"), "");
chmodSync(directory, 0);
try {
  process.stdout.write(await withProcessLock("name", () => Promise.resolve("taken")));
} catch (error) {
  const { code, message } = /** @type {import("../../../src/core/errors.ts").ClientError} */ (error);
  process.stdout.write(`${code} ${message}`);
} finally {
  chmodSync(directory, 0o700);
}

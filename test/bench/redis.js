// Starts a redis-server on 127.0.0.1 without persistence.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../setup/free-port.js";

export async function startRedis() {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "slashpass-bench-redis-"));
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
  // Debian's redis-tools includes the server under another name; the program checks the name under which it was started.
  const server = spawn("redis-check-rdb", settings, {
    argv0: "redis-server",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: server.stdout });
  await /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      lines.on("line", (line) => line.includes("eady to accept connections") && resolve());
      lines.once("close", () => reject(new Error("redis-server exited.")));
    })
  );
  const end = async () => {
    server.kill();
    await once(server, "exit");
    rmSync(folder, { recursive: true, force: true });
  };
  return { port, end };
}

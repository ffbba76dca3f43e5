import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder for the client's log file; it goes away with the demo. */
export async function openLog() {
  const dir = await mkdtemp(join(tmpdir(), "slashpass-demo-"));
  return {
    dir,
    /** @param {number} count */
    async lastLines(count) {
      const text = await readFile(join(dir, "discord.log"), "utf8");
      return text.trimEnd().split("\n").slice(-count);
    },
    close: () => rm(dir, { recursive: true, force: true }),
  };
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runProgram } from "../../setup/child-process.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

describe("pending log lines", needs("whole programs"), () => {
  test.each([
    ["process.exit", 3],
    ["throw", 1],
    ["return", 0],
    ["worker", 0],
  ])(
    "are in the file after the process exits, even if the client was not closed: %s",
    async (manner, status) => {
      const folder = temporaryFolder();
      const ended = await runProgram(process.execPath, ["test/native/log/ending.mjs", folder, manner]);
      const log = readFileSync(join(folder, "discord.log"), "utf8");
      expect(ended.status).toBe(status);
      expect(log).toMatch(/ \[http\] .*200.*\n$/);
    },
  );
});

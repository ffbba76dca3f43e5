import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runProgram, startProgram } from "../../setup/child-process.ts";
import { executable } from "../../setup/program/run-executable.ts";
import { folderWith } from "../../setup/program/game-folder.ts";
import { runInProcess } from "../../setup/program/run-in-process.ts";
import { needs } from "../../setup/system-parts.ts";
import { until } from "../../setup/until.ts";

const config = {
  environments: { development: { applicationId: "1400000000000000001" } },
  application: { icon: "icon.png" },
};

it("exits with an error if an image is a pipe", needs("a POSIX system"), async () => {
  const cwd = folderWith({ "slashpass.config.json": config });
  await runProgram("mkfifo", [join(cwd, "icon.png")]);
  const { code, stderr } = await runInProcess(["app", "plan"], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining("it is a pipe, not a regular file.")]);
});

it.each(["SIGINT", "SIGTERM"] as const)(
  "exits with code 130 on %s while a config waits forever",
  needs("a POSIX system"),
  async (signal) => {
    const cwd = folderWith({
      "slashpass.config.mjs": `import { writeFileSync } from "node:fs";
writeFileSync(new URL("started", import.meta.url), "");
setInterval(() => undefined, 1000);
await new Promise(() => undefined);
export default {};`,
    });
    const program = startProgram(process.execPath, [executable, "app", "plan"], { cwd, stdio: "ignore" });
    const exit = once(program, "exit");
    await until(() => existsSync(join(cwd, "started")));
    program.kill(signal);
    expect(await exit).toEqual([130, null]);
  },
);

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isVerbose, runVerbosely } from "../../../../src/cli/frame/verbose.ts";
import { folderWith } from "../../../setup/program/game-folder.ts";

const program = `import { writeFileSync } from "node:fs";
  const { argv, execArgv, env: { NODE_DEBUG, WORD } } = process;
  writeFileSync("seen.json", JSON.stringify({ words: argv.slice(2), execArgv, NODE_DEBUG, WORD }));
  process.exitCode = 3;`;

/** Runs a program again that was started with a Node option. Returns its exit code and environment. */
async function runAgain(env: Record<string, string>) {
  const cwd = folderWith({ "program.mjs": program });
  const { signal } = new AbortController();
  const start = [process.execPath, "--no-deprecation", "program.mjs"];
  const code = await runVerbosely(["commands", "plan"], { env, cwd, signal, program: start });
  return { code, ...(JSON.parse(readFileSync(join(cwd, "seen.json"), "utf8")) as Record<string, unknown>) };
}

describe("printing requests", () => {
  it.each(["slashpass", "SLASHPASS", "net,slashpass", "slashpass,net"])(
    "is enabled with NODE_DEBUG=%s",
    (NODE_DEBUG) => {
      expect(isVerbose({ NODE_DEBUG })).toBe(true);
    },
  );

  it.each([{}, { NODE_DEBUG: "" }, { NODE_DEBUG: "http" }, { NODE_DEBUG: "slashpassport" }])(
    "is disabled with %j",
    (env) => expect(isVerbose(env)).toBe(false),
  );

  it("runs the program in a child process, and returns its exit code", async () => {
    const [plain, beside] = await Promise.all([
      runAgain({ WORD: "hello" }),
      runAgain({ WORD: "hello", NODE_DEBUG: "net" }),
    ]);
    const same = { code: 3, words: ["commands", "plan"], execArgv: ["--no-deprecation"], WORD: "hello" };
    expect(plain).toEqual({ ...same, NODE_DEBUG: "slashpass" });
    expect(beside).toEqual({ ...same, NODE_DEBUG: "net,slashpass" });
  });
});

import { once } from "node:events";
import { expect, it, vi } from "vitest";
import { endProgram, outputOf, runProgram, startProgram } from "../../setup/child-process.ts";
import { needs } from "../../setup/system-parts.ts";

const node = process.execPath;
const hangs = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)";
/** A program that starts another with the same output, and then hangs in a call, as the other does. */
const hangsWithAnother = `require("node:child_process").spawn(process.execPath, ["-e", "${hangs}"], { stdio: "inherit" });
  require("node:fs").writeSync(1, "hung");
  ${hangs};`;

it("tells how a program ended and what it printed", needs("whole programs"), async () => {
  const script = `console.log("out"); console.error("err"); process.exitCode = 3;`;
  expect(await runProgram(node, ["-e", script])).toEqual({
    status: 3,
    signal: null,
    stdout: "out\n",
    stderr: "err\n",
  });
  await expect(outputOf(node, ["-e", script])).rejects.toThrow(/ended with 3:\nout\nerr\n$/);
  expect(await outputOf(node, ["-e", "console.log(1)"])).toBe("1\n");
});

it.each([
  ["fetch", `fetch("https://203.0.113.1/").catch(() => undefined)`],
  ["a socket", `require("node:net").connect(443, "discord.com").on("error", () => undefined)`],
])(
  "ends a program that tries to reach another machine by %s, whatever it catches",
  needs("whole programs"),
  async (_way, script) => {
    const { status, stderr } = await runProgram(node, ["-e", script]);
    expect({ status, stderr }).toEqual({
      status: 70,
      stderr: expect.stringMatching(
        /^A program of a test tried to connect to (?:203\.0\.113\.1|discord\.com)\.\n$/,
      ),
    });
  },
);

it("says so when there is no such program", async () => {
  await expect(runProgram("/nonexistent/program")).rejects.toThrow("ENOENT");
});

it(
  "names and ends a program that hangs, and tells what it had printed",
  needs("whole programs"),
  async () => {
    const failure = await runProgram(node, ["-e", hangsWithAnother], { limitMs: 3_000 }).catch(
      (error: unknown) => error,
    );
    expect(String(failure)).toContain(`${node} -e require("node:child_process")`);
    expect(String(failure)).toMatch(/ did not end within 3 s and was killed\. It had printed:\nhung$/);
  },
);

it("ends a program beside the test, with what it started", needs("whole programs"), async () => {
  const child = startProgram(node, ["-e", hangsWithAnother], { stdio: ["ignore", "pipe", "inherit"] });
  const output = child.stdout ?? expect.unreachable();
  await once(output, "data");
  // The output is at its end when nobody is left who could write to it.
  const end = once(output, "close");
  await endProgram(child);
  await end;
  await endProgram(child);
});

it("ends and names a program beside the test that outlives its limit", needs("whole programs"), async () => {
  const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const child = startProgram(node, ["-e", hangs], { stdio: "ignore", limitMs: 10 });
  await once(child, "exit");
  expect(told).toHaveBeenCalledExactlyOnceWith(
    `${node} -e ${hangs} did not end within 0.01 s and was killed.\n`,
  );
  told.mockRestore();
});

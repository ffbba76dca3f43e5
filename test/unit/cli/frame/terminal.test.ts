import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Call, Outcome } from "../../../../src/cli/frame/run-command.ts";
import { runningAct as running } from "../../../setup/program/run-act.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";
import { Writable } from "node:stream";
import { hasColours, showInPager } from "../../../../src/cli/frame/terminal.ts";

const saying = ({ terminal }: Call): Promise<Outcome> => {
  terminal.print("for you");
  terminal.note("by the way");
  return Promise.resolve({ result: { count: 1 } });
};

describe("a command's output", () => {
  it("goes to standard output, while notes go to standard error", async () => {
    expect(await running(saying)).toEqual({ code: 0, stdout: "for you\n", stderr: "by the way\n" });
  });

  it("is a single object with --json", async () => {
    const { stdout, stderr } = await running(saying, ["--json"]);
    expect([JSON.parse(stdout), stderr]).toEqual([{ ok: true, command: "act", result: { count: 1 } }, ""]);
  });

  it("hides secrets", async () => {
    const telling = ({ terminal }: Call): Promise<Outcome> => {
      terminal.mask("hunter2-hunter2");
      terminal.mask("for");
      terminal.print("for hunter2-hunter2");
      terminal.note("hunter2-hunter2");
      throw new Error("No hunter2-hunter2.");
    };
    expect(await running(telling)).toEqual({
      code: 1,
      stdout: "for [hidden]\n",
      stderr: "[hidden]\nslashpass: No [hidden].\n",
    });
  });

  it.each([
    ["in a pipe", {}],
    ["on a terminal", { columns: 80 }],
  ])("has control characters escaped %s", async (_label, setting) => {
    const hostile = "Ada\u001B[2J\u009B31m\r\u0007\u202E";
    const telling = ({ terminal }: Call): Promise<Outcome> => {
      terminal.print(hostile);
      terminal.note(hostile);
      terminal.log(hostile);
      throw new Error(hostile);
    };
    const { stdout, stderr } = await running(telling, [], setting);
    const steering = (stdout + stderr).match(/[\p{Cc}\u202E]/gu)?.filter((one) => one !== "\n");
    // Only the error's color codes remain.
    expect(steering).toEqual("columns" in setting ? ["\u001B", "\u001B"] : []);
  });

  it("has control characters escaped with --json, but parses to the original string", async () => {
    const name = "Ada\u001B[2J\u009B31m\u2028\u202E";
    const { stdout } = await running(() => Promise.resolve({ result: { name } }), ["--json"]);
    expect(stdout).toMatch(/^[ -~\n]+$/);
    expect(JSON.parse(stdout)).toMatchObject({ result: { name } });
  });

  it("is colored on a terminal unless NO_COLOR is set", async () => {
    const painting = ({ terminal }: Call): Promise<Outcome> => {
      terminal.print(terminal.paint.green("yes"));
      return Promise.resolve({ result: {} });
    };
    expect((await running(painting, [], { columns: 80 })).stdout).toBe("\u001B[32myes\u001B[39m\n");
    expect((await running(painting, [], { columns: 80, env: { NO_COLOR: "1" } })).stdout).toBe("yes\n");
  });
});

describe("long text", () => {
  const paging = async ({ terminal }: Call): Promise<Outcome> => {
    await terminal.page(terminal.paint.green("one\ntwo\nthree"));
    return { result: {} };
  };
  const pagerInto = (file: string) => ({ PATH: process.env["PATH"], FILE: file, PAGER: 'cat > "$FILE"' });

  it("goes to the pager in color if it exceeds the terminal's height", async () => {
    const file = join(temporaryFolder(), "shown");
    const { stdout } = await running(paging, [], { columns: 80, rows: 3, env: pagerInto(file) });
    expect([stdout, readFileSync(file, "utf8")]).toEqual(["", "\u001B[32mone\ntwo\nthree\u001B[39m\n"]);
  });

  it.each([
    ["directly if it fits", [], { columns: 80, rows: 4 }],
    ["in a pipe", [], {}],
    [
      "directly if the pager is missing",
      [],
      { columns: 80, rows: 3, env: { PAGER: "no-such-pager 2> /dev/null" } },
    ],
  ])("is printed %s", async (_name, words, setting) => {
    const env = { NO_COLOR: "1", PATH: process.env["PATH"], ...("env" in setting && setting.env) };
    expect((await running(paging, words, { ...setting, env })).stdout).toBe("one\ntwo\nthree\n");
  });

  it("is not printed with --json", async () => {
    const file = join(temporaryFolder(), "shown");
    const { stdout } = await running(paging, ["--json"], { columns: 80, rows: 3, env: pagerInto(file) });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    expect(existsSync(file)).toBe(false);
  });
});

describe("progress", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  /** Works for at least half a second and until the lazy import has finished. */
  const working =
    (label: string) =>
    async ({ terminal }: Call): Promise<Outcome> => {
      const progress = terminal.progress(label, 2);
      vi.advanceTimersByTime(500);
      await vi.dynamicImportSettled();
      progress.update(1, `Then ${label}`);
      vi.advanceTimersByTime(200);
      progress.end();
      return { result: {} };
    };

  it("is shown on a terminal and removed at the end", async () => {
    const { stderr } = await running(working("Working"), [], { columns: 80 });
    expect(stderr).toContain("Working");
    // The cursor is visible again, and the line is cleared.
    expect(stderr.endsWith("\u001B[?25h\u001B[?7h\u001B8\u001B[1G\u001B[2K")).toBe(true);
  });

  it("escapes control characters in labels", async () => {
    const { stderr } = await running(working("\u001B]0;title\u0007"), [], { columns: 80 });
    expect(stderr).toContain(String.raw`Then \u001b]0;title\u0007`);
    expect(stderr).not.toContain("\u001B]");
  });

  it.each([
    ["in a pipe", [], {}],
    ["with --json", ["--json"], { columns: 80 }],
  ])("is not shown %s", async (_name, words, setting) => {
    expect((await running(working("Working"), words, setting)).stderr).toBe("");
  });
});

it("wraps notes at the terminal's width, up to 100 columns", async () => {
  const telling = ({ terminal }: Call): Promise<Outcome> => {
    terminal.note(`  ${"word ".repeat(40)}`);
    return Promise.resolve({ result: {} });
  };
  const widest = async (columns: number) => {
    const { stderr } = await running(telling, [], { columns });
    return Math.max(...stderr.split("\n").map((line) => line.length));
  };
  // A line contains whole words of five characters after a two-space indent.
  expect([await widest(40), await widest(80), await widest(200)]).toEqual([36, 76, 96]);
});

it("keeps the indentation of each line in a note", async () => {
  const telling = ({ terminal }: Call): Promise<Outcome> => {
    terminal.note("One two three four five.\n  Six seven eight nine ten.");
    return Promise.resolve({ result: {} });
  };
  const { stderr } = await running(telling, [], { columns: 20 });
  expect(stderr).toBe("One two three four\nfive.\n  Six seven eight\n  nine ten.\n");
});

const terminal = Object.assign(new Writable(), { isTTY: true });

it.each([
  ["on a terminal", terminal, {}, true],
  ["in a pipe", new Writable(), {}, false],
  ["with NO_COLOR", terminal, { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
  ["with an empty NO_COLOR", terminal, { NO_COLOR: "" }, true],
  ["with FORCE_COLOR in a pipe", new Writable(), { FORCE_COLOR: "1" }, true],
  ["with FORCE_COLOR=0", terminal, { FORCE_COLOR: "0" }, false],
  ["on a dumb terminal", terminal, { TERM: "dumb" }, false],
])("decides whether to use colors %s", (_name, stream, env, coloured) => {
  expect(hasColours(stream, env)).toBe(coloured);
});

const { PATH } = process.env;
const never = new AbortController().signal;

it("sets LESS to git's default unless the user has set it", async () => {
  const file = join(temporaryFolder(), "shown");
  const env = { PATH, FILE: file, PAGER: 'echo "$LESS" > "$FILE"' };
  await showInPager("x", { env, signal: never });
  expect(readFileSync(file, "utf8")).toBe("FRX\n");
  await showInPager("x", { env: { ...env, LESS: "S" }, signal: never });
  expect(readFileSync(file, "utf8")).toBe("S\n");
});

it.each([
  ["cat", { PATH, PAGER: "cat" }],
  ["an empty PAGER", { PATH, PAGER: "" }],
  ["a dumb terminal", { PATH, TERM: "dumb" }],
  ["a machine without less", { PATH: "/nowhere" }],
])("returns `false` with %s", async (_name, env) => {
  expect(await showInPager("x", { env, signal: never })).toBe(false);
});

it("accepts a pager that exits before reading everything", async () => {
  const env = { PATH, PAGER: "true" };
  expect(await showInPager("x\n".repeat(1_000_000), { env, signal: never })).toBe(true);
});

it("removes SIGINT listeners while the pager runs and restores them afterward", async () => {
  const own = (): void => undefined;
  process.on("SIGINT", own);
  try {
    const displayed = showInPager("x", { env: { PATH, PAGER: "cat > /dev/null" }, signal: never });
    expect(process.listeners("SIGINT")).not.toContain(own);
    await displayed;
    expect(process.listeners("SIGINT")).toEqual([own]);
  } finally {
    process.off("SIGINT", own);
  }
});

it("terminates the pager when the signal is aborted", async () => {
  const end = new AbortController();
  const displayed = showInPager("x", { env: { PATH, PAGER: "exec sleep 100" }, signal: end.signal });
  end.abort();
  expect(await displayed).toBe(true);
});

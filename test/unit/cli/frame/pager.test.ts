import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { showInPager } from "../../../../src/cli/frame/pager.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const { PATH } = process.env;
const never = new AbortController().signal;

it("pipes text to the PAGER shell command, and waits for its exit", async () => {
  const file = join(temporaryFolder(), "shown");
  const env = { PATH, FILE: file, PAGER: 'cat > "$FILE"' };
  expect(await showInPager("one\ntwo\n", { env, signal: never })).toBe(true);
  expect(readFileSync(file, "utf8")).toBe("one\ntwo\n");
});

it("sets LESS to the default of git, unless the user has set it", async () => {
  const file = join(temporaryFolder(), "shown");
  const env = { PATH, FILE: file, PAGER: 'echo "$LESS" > "$FILE"' };
  await showInPager("x", { env, signal: never });
  expect(readFileSync(file, "utf8")).toBe("FRX\n");
  await showInPager("x", { env: { ...env, LESS: "S" }, signal: never });
  expect(readFileSync(file, "utf8")).toBe("S\n");
});

it.each([
  ["cat", { PATH, PAGER: "cat" }],
  ["an empty one", { PATH, PAGER: "" }],
  ["a terminal that can do nothing", { PATH, TERM: "dumb" }],
  ["a program that is not there", { PATH, PAGER: "no-such-pager 2> /dev/null" }],
  ["a machine without less", { PATH: "/nowhere" }],
])("returns `false` with %s", async (_name, env) => {
  expect(await showInPager("x", { env, signal: never })).toBe(false);
});

it("accepts a pager that exits before it has read everything", async () => {
  const env = { PATH, PAGER: "true" };
  expect(await showInPager("x\n".repeat(1_000_000), { env, signal: never })).toBe(true);
});

it("removes SIGINT listeners while the pager runs, and restores them", async () => {
  const own = (): void => undefined;
  process.on("SIGINT", own);
  try {
    const shown = showInPager("x", { env: { PATH, PAGER: "cat > /dev/null" }, signal: never });
    expect(process.listeners("SIGINT")).not.toContain(own);
    await shown;
    expect(process.listeners("SIGINT")).toEqual([own]);
  } finally {
    process.off("SIGINT", own);
  }
});

it("ends the pager when the signal aborts", async () => {
  const end = new AbortController();
  const shown = showInPager("x", { env: { PATH, PAGER: "exec sleep 100" }, signal: end.signal });
  end.abort();
  expect(await shown).toBe(true);
});

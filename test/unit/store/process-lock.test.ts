import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { withProcessLock } from "../../../src/store/process-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "lock-"));
vi.stubEnv("XDG_RUNTIME_DIR", folder);
afterAll(() => rmSync(folder, { recursive: true }));

it("Two names do not wait for each other", async () => {
  const inner = withProcessLock("one", () => withProcessLock("two", () => Promise.resolve("both")));
  expect(await inner).toBe("both");
});

it("Nothing is left behind by those who took, waited, failed or gave up", async () => {
  const name = randomUUID();
  const abort = new AbortController();
  await withProcessLock(name, async () => {
    const waiting = [
      withProcessLock(name, () => Promise.resolve()),
      withProcessLock(name, () => Promise.reject(new Error("on purpose"))),
      withProcessLock(name, () => Promise.resolve(), abort.signal),
    ];
    abort.abort();
    await expect(waiting[2]).rejects.toMatchObject({ code: "aborted" });
    void Promise.allSettled(waiting);
  });
  await withProcessLock(name, () => Promise.resolve());
  await vi.waitFor(() => expect(readdirSync(join(folder, "slashpass"))).toEqual([]));
});

it("One hundred callers work one after the other", async () => {
  const name = randomUUID();
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await new Promise(setImmediate);
    inside--;
  };
  await Promise.all(Array.from({ length: 100 }, () => withProcessLock(name, work)));
  expect([most, inside]).toEqual([1, 0]);
});

it("A folder that cannot be used is named", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  vi.stubEnv("XDG_RUNTIME_DIR", file);
  const failed = withProcessLock("name", () => Promise.resolve());
  await expect(failed).rejects.toMatchObject({ type: 4, code: "lock_failed" });
  await expect(failed).rejects.toThrow(file);
  expect(existsSync(join(file, "slashpass"))).toBe(false);
});

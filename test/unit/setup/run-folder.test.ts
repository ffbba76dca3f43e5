import { EventEmitter } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { outputOf } from "../../setup/child-process.ts";
import { needs } from "../../setup/system-parts.ts";
import { folderInMemory, type Program, useRunFolder } from "../../setup/run-folder.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

function startedIn(inMemory: boolean) {
  const write = vi.fn();
  const program = Object.assign(new EventEmitter(), { env: {}, stderr: { write } }) as EventEmitter & Program;
  useRunFolder(inMemory, program, { readings: 2, apartMs: 1 });
  return { program, folder: program.env["TMPDIR"] ?? expect.unreachable(), write };
}

it.each([true, false])(
  "a run has a folder of its own, which goes with it (in memory where it can be: %s)",
  (inMemory) => {
    const { program, folder, write } = startedIn(inMemory);
    mkdirSync(join(folder, "org.chromium.Chromium.scoped_dir.x"));
    expect(readdirSync(folder)).toHaveLength(1);
    program.emit("exit");
    expect(existsSync(folder)).toBe(false);
    expect(program.exitCode).toBeUndefined();
    expect(write).not.toHaveBeenCalled();
  },
);

it("a run fails whose tests have left something, which is named and goes", () => {
  const { program, folder, write } = startedIn(false);
  writeFileSync(join(folder, "left"), "");
  program.emit("exit");
  expect(existsSync(folder)).toBe(false);
  expect(program.exitCode).toBe(1);
  expect(write).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining("tests have left temporary files: left."),
  );
});

it("a run fails whose tests have left a process, which is named and ended", needs("Linux"), async () => {
  const { program, folder, write } = startedIn(false);
  const pid = await outputOf("sh", [
    "-c",
    `OF_A_RUN='${folder}' setsid sleep 600 >/dev/null 2>&1 & printf $!`,
  ]);
  await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/cmdline`, "utf8")).toMatch(/^sleep/));
  program.emit("exit");
  expect(program.exitCode).toBe(1);
  expect(write).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining(`tests have left processes: ${pid} (sleep 600).`),
  );
  await vi.waitFor(() => expect(() => readFileSync(`/proc/${pid}/environ`)).toThrow());
});

it("there is none in memory where that is missing or too small", () => {
  const folder = temporaryFolder();
  expect(folderInMemory(join(folder, "missing"))).toBeUndefined();
  expect(folderInMemory(folder, Number.MAX_SAFE_INTEGER)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

it("one in memory lets programs run", needs("a POSIX system"), () => {
  const folder = temporaryFolder();
  const inside = folderInMemory(folder, 0) ?? expect.unreachable();
  expect(readdirSync(inside)).toEqual([]);
});

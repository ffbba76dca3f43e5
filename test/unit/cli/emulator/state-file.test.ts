import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readState, StateFile } from "../../../../src/cli/emulator/state-file.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

function createFile() {
  const folder = temporaryFolder();
  const path = join(folder, "state.json");
  const errors: Error[] = [];
  const state = { version: 1, world: { count: 0 } } as const;
  const exportState = () => structuredClone(state);
  const file = new StateFile(path, { exportState, onError: (error) => errors.push(error) });
  const count = () => (JSON.parse(readFileSync(path, "utf8")) as typeof state).world.count;
  const change = (value: number) => Object.assign(state.world, { count: value });
  return { folder, path, file, errors, count, change };
}

describe("the state file", () => {
  it("contains the latest state after concurrent saves", async () => {
    const { path, file, change, count } = createFile();
    const saves = [1, 2, 3].map((value) => {
      change(value);
      return file.save();
    });
    await Promise.all(saves);
    await file.saveOrThrow();
    expect(count()).toBe(3);
    expect(await readState(path)).toEqual({ version: 1, world: { count: 3 } });
  });

  it("is not written if the state is unchanged", async () => {
    const { path, file } = createFile();
    await file.saveOrThrow();
    writeFileSync(path, "mine");
    await file.save();
    expect(readFileSync(path, "utf8")).toBe("mine");
  });

  it("reports a write failure only once until a write succeeds", async () => {
    const { folder, file, errors, change } = createFile();
    await file.save();
    rmSync(folder, { recursive: true });
    for (const value of [1, 2]) {
      change(value);
      await file.save();
    }
    expect(errors).toEqual([expect.objectContaining({ code: "state_not_written" })]);
    await expect(file.saveOrThrow()).rejects.toMatchObject({ message: expect.stringContaining("ENOENT") });
  });

  it("is read as `undefined` if missing", async () => {
    expect(await readState(join(temporaryFolder(), "none"))).toBeUndefined();
  });
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeKey, readKey } from "../../../../src/cli/verify/judge.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

describe("a test key file", () => {
  it("contains the generated key, and is not overwritten", async () => {
    const path = join(temporaryFolder(), "key");
    expect(await readKey(path).catch(({ code }) => code as string)).toBe("key_unreadable");
    const made = await makeKey(path);
    expect(await readKey(path)).toEqual(made);
    await expect(makeKey(path)).rejects.toMatchObject({ code: "key_file_taken" });
  });

  it("is rejected with other content, which is not shown", async () => {
    const path = join(temporaryFolder(), "key");
    writeFileSync(path, "a password");
    const refusal = readKey(path);
    await expect(refusal).rejects.toMatchObject({ code: "key_unreadable" });
    await expect(refusal).rejects.not.toThrow("a password");
  });
});

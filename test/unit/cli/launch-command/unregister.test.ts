import { expect, test } from "vitest";
import { type Call, entry } from "../../../../src/cli/frame/run-command.ts";
import { unregisterDefinition } from "../../../../src/cli/launch-command/definitions.ts";
import { run } from "../../../../src/cli/launch-command/unregister.ts";
import { runEntry } from "../../../setup/program/run-entry.ts";
import { readObject } from "../../../setup/program/schema.ts";

const applicationId = "123456789012345678";
const env = { SLASHPASS_APPLICATION_ID: applicationId };

test.each([
  [true, /is removed/],
  [false, /had no launch command; nothing was changed/],
])("reports whether a command was removed: %s", async (removed, text) => {
  const own = entry(unregisterDefinition, () =>
    Promise.resolve({
      run: (call: Call<typeof unregisterDefinition.options>) => run(call, () => removed),
    }),
  );
  expect((await runEntry(own, [], { env })).stdout).toMatch(text);
  const { stdout } = await runEntry(own, ["--json"], { env });
  expect(readObject(stdout).result).toEqual({ applicationId, removed });
});

import { expect, test } from "vitest";
import { type Call, entry } from "../../../../src/cli/frame/run-command.ts";
import { unregisterDefinition } from "../../../../src/cli/scheme/definitions.ts";
import { run } from "../../../../src/cli/scheme/unregister.ts";
import { runEntry } from "../../../setup/program/run-entry.ts";
import { readObject } from "../../../setup/program/schema.ts";

const applicationId = "123456789012345678";

test.each([
  [true, /is no longer registered/],
  [false, /was not registered for this application; nothing was changed/],
])("whether there was a registration is told: %s", async (removed, text) => {
  const own = entry(unregisterDefinition, () =>
    Promise.resolve({
      run: (call: Call<typeof unregisterDefinition.options>) => run(call, () => removed),
    }),
  );
  const env = { SLASHPASS_APPLICATION_ID: applicationId };
  const { code, stdout } = await runEntry(own, [], { env });
  expect([code, stdout]).toEqual([0, expect.stringMatching(text)]);
  const { stdout: object } = await runEntry(own, ["--json"], { env });
  expect(readObject(object).result).toEqual({ scheme: `discord-${applicationId}`, removed });
});

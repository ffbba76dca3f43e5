import { expect, test } from "vitest";
import { type Call, entry } from "../../../../src/cli/frame/run-command.ts";
import { unregisterDefinition } from "../../../../src/cli/scheme/definitions.ts";
import { run } from "../../../../src/cli/scheme/unregister.ts";
import { runEntry } from "../../../setup/program/run-entry.ts";
import { readObject } from "../../../setup/program/schema.ts";

const applicationId = "123456789012345678";
const leftover = { applicationId: "1", program: "/gone/game" };

test.each([
  [true, undefined, /is no longer registered/],
  [false, undefined, /was not registered for this application; nothing was changed/],
  [
    true,
    leftover,
    /was left over from the application 1, whose program is gone \(\/gone\/game\)\. It is removed\./,
  ],
  [false, leftover, /nothing was changed/],
])("reports whether a registration was removed: %s %j", async (removed, found, text) => {
  const status = { isOurs: false, isStale: false, ...(found && { leftover: found }) };
  const own = entry(unregisterDefinition, () =>
    Promise.resolve({
      run: (call: Call<typeof unregisterDefinition.options>) =>
        run(
          call,
          () => removed,
          () => status,
        ),
    }),
  );
  const env = { SLASHPASS_APPLICATION_ID: applicationId };
  const { code, stdout } = await runEntry(own, [], { env });
  expect([code, stdout.replace(/\s+/g, " ")]).toEqual([0, expect.stringMatching(text)]);
  const { stdout: object } = await runEntry(own, ["--json"], { env });
  expect(readObject(object).result).toEqual({
    scheme: `discord-${applicationId}`,
    removed,
    ...(removed && found && { leftover: found }),
  });
});

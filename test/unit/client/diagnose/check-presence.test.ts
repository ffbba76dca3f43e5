import { expect, it } from "vitest";
import { checkPresence } from "../../../../src/client/diagnose/check-presence.ts";
import { thisMachine } from "../../../../src/client/diagnose/context.ts";
import { contextOf } from "../../../setup/diagnosed.ts";

const { signal } = new AbortController();

it.each([
  ["a working desktop client", undefined, "ok", "accepts activities."],
  ["no desktop client", { message: "", isAbsence: true }, "not-checked", "No desktop client is running."],
  [
    "an unusable client",
    { message: "it is hung", isAbsence: false },
    "warning",
    "no activities: it is hung.",
  ],
])("reports %s", async (_what, problem, verdict, found) => {
  const { context } = contextOf({ machine: { tryPresence: () => Promise.resolve(problem) } });
  expect(await checkPresence(context, signal)).toMatchObject({
    verdict,
    found: expect.stringContaining(found) as unknown,
  });
});

it("stops when the signal aborts", async () => {
  await expect(thisMachine.tryPresence("1", AbortSignal.abort(new Error("no longer")))).rejects.toThrow(
    "no longer",
  );
});

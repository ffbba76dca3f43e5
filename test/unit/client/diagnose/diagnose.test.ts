import { expect, test } from "vitest";
import { diagnose } from "../../../../src/client/diagnose/diagnose.ts";

test("wrong options are refused before anything is looked at", async () => {
  await expect(diagnose({ applicationId: "one" })).rejects.toMatchObject({ code: "invalid_id" });
});

test("options that change after the call count as they were", async () => {
  const options = { applicationId: "1", signal: AbortSignal.abort() };
  const diagnosed = diagnose(options);
  options.applicationId = "one";
  await expect(diagnosed).rejects.toMatchObject({ code: "aborted" });
});

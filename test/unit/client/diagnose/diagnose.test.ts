import { expect, test } from "vitest";
import { diagnose } from "../../../../src/client/diagnose/diagnose.ts";

test("rejects invalid options before any check", async () => {
  await expect(diagnose({ applicationId: "one" })).rejects.toMatchObject({ code: "invalid_id" });
});

test("copies its options when called", async () => {
  const options = { applicationId: "1", signal: AbortSignal.abort() };
  const diagnosed = diagnose(options);
  options.applicationId = "one";
  await expect(diagnosed).rejects.toMatchObject({ code: "aborted" });
});

import { expect, it } from "vitest";
import { holdApplication } from "../../../../src/cli/dev/hold-application.ts";
import { ownRuntimeFolder } from "../../../setup/runtime-folder.ts";

ownRuntimeFolder();
const settings = { applicationId: "1400000000000000001", environment: "development", commandsFile: "" };
const never = new AbortController().signal;

it("one at a time has the application, at each service", async () => {
  const release = await holdApplication(settings, never);
  const elsewhere = await holdApplication({ ...settings, apiBase: "https://a.example/api" }, never);
  await expect(holdApplication(settings, never)).rejects.toMatchObject({
    code: "application_taken",
    message: "Another 'slashpass dev' works on application 1400000000000000001 (development).",
  });
  await Promise.all([release(), elsewhere()]);
  await (
    await holdApplication(settings, never)
  )();
});

it("ends the wait for it with the signal", async () => {
  const release = await holdApplication(settings, never);
  await expect(holdApplication(settings, AbortSignal.timeout(20))).rejects.toMatchObject({ code: "aborted" });
  await release();
});

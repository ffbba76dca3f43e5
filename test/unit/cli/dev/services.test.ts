import { expect, it } from "vitest";
import { lockApplication } from "../../../../src/cli/dev/services.ts";
import { ownRuntimeFolder } from "../../../setup/runtime-folder.ts";

ownRuntimeFolder();
const settings = { applicationId: "1400000000000000001", environment: "development", commandsFile: "" };
const never = new AbortController().signal;

it("allows only one holder per application and service", async () => {
  const release = await lockApplication(settings, never);
  const elsewhere = await lockApplication({ ...settings, apiBase: "https://a.example/api" }, never);
  await expect(lockApplication(settings, never)).rejects.toMatchObject({
    code: "application_taken",
    message: "Another 'slashpass dev' is using application 1400000000000000001 (development).",
  });
  await Promise.all([release(), elsewhere()]);
  await (
    await lockApplication(settings, never)
  )();
});

it("stops waiting when the signal is aborted", async () => {
  const release = await lockApplication(settings, never);
  await expect(lockApplication(settings, AbortSignal.timeout(20))).rejects.toMatchObject({ code: "aborted" });
  await release();
});

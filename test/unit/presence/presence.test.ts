import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { tryPresence } from "../../../src/presence/presence.ts";
import {
  type Answer,
  answering,
  fakeDesktopClient,
  lookForDesktopClientsIn,
  showing,
} from "../../setup/fake-desktop-client.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

const { signal } = new AbortController();

async function startDesktopClient(setActivity: Answer): Promise<void> {
  const folder = temporaryFolder();
  await fakeDesktopClient(showing(setActivity), "discord-ipc-0", folder);
  lookForDesktopClientsIn(folder);
}

beforeEach(() => lookForDesktopClientsIn(temporaryFolder()));
afterEach(() => void vi.unstubAllEnvs());

it("returns undefined if the desktop client accepts activities", async () => {
  await startDesktopClient(answering({}));
  expect(await tryPresence("1", signal)).toBeUndefined();
});

it("reports that no desktop client is running", async () => {
  expect(await tryPresence("1", signal)).toMatchObject({ isAbsence: true });
});

it("reports a rejection", async () => {
  await startDesktopClient(answering({ code: 4000, message: "no" }, "ERROR"));
  expect(await tryPresence("1", signal)).toEqual({ message: "the error 4000", isAbsence: false });
});

it("stops when the signal is aborted", async () => {
  const controller = new AbortController();
  await startDesktopClient(() => controller.abort(new Error("no longer")));
  await expect(tryPresence("1", controller.signal)).rejects.toThrow("no longer");
});

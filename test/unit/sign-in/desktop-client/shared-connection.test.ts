import { expect, it } from "vitest";
import {
  type ConnectionUse,
  type UsedClient,
  useDesktopClient,
} from "../../../../src/sign-in/desktop-client/shared-connection.ts";
import { answering, fakeDesktopClient, real } from "../../../setup/fake-desktop-client.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const signalOf = () => new AbortController().signal;

function useOf(socketPath: string, more: Partial<ConnectionUse> = {}): ConnectionUse {
  const socketPaths = () => [socketPath];
  const base = { socketPaths, peerUser: () => undefined, applicationId: "1", keepsAlive: false };
  return { ...base, signal: signalOf(), ...more };
}

const connect = async (use: ConnectionUse) => (await useDesktopClient(use)) as UsedClient;
const startClient = () => fakeDesktopClient(real(answering({ code: "1" })));

it("shares one connection and closes it after the last use", async () => {
  const client = await startClient();
  const users = await Promise.all([connect(useOf(client.path)), connect(useOf(client.path))]);
  users.push(await connect(useOf(client.path)));
  expect(client.connections()).toBe(1);
  for (const user of users) {
    expect(user.connection.ended.aborted).toBe(false);
    user.release();
    user.release();
  }
  await expect.poll(client.ended).toBe(1);
});

it("opens a separate connection for each application", async () => {
  const client = await startClient();
  const one = await connect(useOf(client.path));
  const other = await connect(useOf(client.path, { applicationId: "2" }));
  expect(client.connections()).toBe(2);
  one.release();
  other.release();
});

it("opens a new connection after the previous one was lost or closed", async () => {
  const client = await startClient();
  const lost = await connect(useOf(client.path));
  lost.connection.close();
  await expect.poll(() => lost.connection.ended.aborted).toBe(true);
  const next = await connect(useOf(client.path));
  expect(client.connections()).toBe(2);
  lost.release();
  expect(next.connection.ended.aborted).toBe(false);
  next.release();
  const last = await connect(useOf(client.path));
  expect(client.connections()).toBe(3);
  last.release();
});

it("keeps connecting for the other callers when one caller aborts", async () => {
  const client = await startClient();
  const controller = new AbortController();
  const aborted = useDesktopClient(useOf(client.path, { signal: controller.signal }));
  const other = connect(useOf(client.path));
  controller.abort(new Error("no longer"));
  await expect(aborted).rejects.toThrow("no longer");
  expect((await other).connection.ended.aborted).toBe(false);
  (await other).release();
});

it("stops connecting when every caller aborts", async () => {
  const client = await fakeDesktopClient(() => undefined);
  const controller = new AbortController();
  const aborted = useDesktopClient(useOf(client.path, { signal: controller.signal }));
  await expect.poll(client.connections).toBe(1);
  controller.abort(new Error("no longer"));
  await expect(aborted).rejects.toThrow("no longer");
  await expect.poll(client.ended).toBe(1);
});

it("searches again after finding no client", async () => {
  const folder = temporaryFolder();
  const path = `${folder}/discord-ipc-0`;
  expect(await useDesktopClient(useOf(path))).toEqual({ problems: [] });
  await fakeDesktopClient(real(answering({})), "discord-ipc-0", folder);
  (await connect(useOf(path))).release();
});

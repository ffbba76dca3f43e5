import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LastPage } from "../../../../src/sign-in/page/last-page.ts";
import { type LoopbackListener, openListener } from "../../../../src/sign-in/redirect/loopback-server.ts";
import { parsePlace } from "../../../../src/sign-in/redirect/loopback-options.ts";

const minute = 60_000;
const shown = Promise.resolve();
const opened: LoopbackListener[] = [];
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(async () => {
  vi.useRealTimers();
  for (const { close } of opened.splice(0)) await close();
});

async function open(): Promise<LoopbackListener> {
  const listener = await openListener(parsePlace({}));
  opened.push(listener);
  return listener;
}

it("It stays for a minute, and keeps no process alive meanwhile", async () => {
  const { server, ...rest } = await open();
  const unref = vi.spyOn(server, "unref");
  await new LastPage().keep({ server, ...rest }, shown);
  expect(unref).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(minute - 1);
  expect(server.listening).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(server.listening).toBe(false);
});

it("Only the newest stays: a game that signs in again and again opens no more and more ports", async () => {
  const page = new LastPage();
  const [one, two] = [await open(), await open()];
  await page.keep(one, shown);
  await page.keep(two, shown);
  expect([one.server.listening, two.server.listening, vi.getTimerCount()]).toEqual([false, true, 1]);
});

it("It ends with the client, as does one that comes later", async () => {
  const page = new LastPage();
  const [one, late] = [await open(), await open()];
  await page.keep(one, shown);
  await page.close();
  await page.keep(late, shown);
  expect([one.server.listening, late.server.listening, vi.getTimerCount()]).toEqual([false, false, 0]);
});

it("Nothing of it ends before the browser has had it: the process stays, and a client waits with its end", async () => {
  const page = new LastPage();
  const { server, ...rest } = await open();
  const unref = vi.spyOn(server, "unref");
  let show = (): void => undefined;
  const shownLater = new Promise<void>((resolve) => (show = resolve));
  await page.keep({ server, ...rest }, shownLater);
  const closed = page.close();
  await vi.advanceTimersByTimeAsync(minute);
  expect([server.listening, unref.mock.calls.length]).toEqual([true, 0]);
  show();
  await closed;
  expect([server.listening, unref.mock.calls.length]).toEqual([false, 1]);
});

it("A client that never showed one can be closed", async () => {
  await expect(new LastPage().close()).resolves.toBeUndefined();
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LastPage } from "../../../../src/sign-in/page/last-page.ts";
import { type LoopbackListener, openListener } from "../../../../src/sign-in/redirect/loopback-server.ts";
import { parseLoopbackAddress } from "../../../../src/sign-in/options.ts";

const minute = 60_000;
const shown = { shown: Promise.resolve(), hurry: () => undefined };
const long = { untilShown: false };
const opened: LoopbackListener[] = [];
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(async () => {
  vi.useRealTimers();
  for (const { close } of opened.splice(0)) await close();
});

async function open(): Promise<LoopbackListener> {
  const listener = await openListener(parseLoopbackAddress({}));
  opened.push(listener);
  return listener;
}

it("listens for a minute without keeping the process alive", async () => {
  const { server, ...rest } = await open();
  const unref = vi.spyOn(server, "unref");
  await new LastPage().keep({ server, ...rest }, shown, long);
  expect(unref).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(minute - 1);
  expect(server.listening).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(server.listening).toBe(false);
});

it("keeps only the newest page open, so repeated sign-ins do not accumulate ports", async () => {
  const page = new LastPage();
  const [one, two] = [await open(), await open()];
  await page.keep(one, shown, long);
  await page.keep(two, shown, long);
  expect([one.server.listening, two.server.listening, vi.getTimerCount()]).toEqual([false, true, 1]);
});

it("closes the page with the client, and pages kept later immediately", async () => {
  const page = new LastPage();
  const [one, late] = [await open(), await open()];
  await page.keep(one, shown, long);
  await page.close();
  await page.keep(late, shown, long);
  expect([one.server.listening, late.server.listening, vi.getTimerCount()]).toEqual([false, false, 0]);
});

it("keeps the process and the client open until the browser has received the page", async () => {
  const page = new LastPage();
  const { server, ...rest } = await open();
  const unref = vi.spyOn(server, "unref");
  let show = (): void => undefined;
  const shownLater = new Promise<void>((resolve) => (show = resolve));
  const hurry = vi.fn();
  await page.keep({ server, ...rest }, { shown: shownLater, hurry }, long);
  const closed = page.close();
  expect(hurry).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(minute);
  expect([server.listening, unref.mock.calls.length]).toEqual([true, 0]);
  show();
  await closed;
  expect([server.listening, unref.mock.calls.length]).toEqual([false, 1]);
});

it("closes without any page", async () => {
  await expect(new LastPage().close()).resolves.toBeUndefined();
});

it("frees a port that the game chose as soon as the browser has received the page", async () => {
  const page = new LastPage();
  const listener = await open();
  await page.keep(listener, shown, { untilShown: true });
  await vi.advanceTimersByTimeAsync(0);
  await page.end();
  expect(listener.server.listening).toBe(false);
});

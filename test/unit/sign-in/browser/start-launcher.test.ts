import { EventEmitter } from "node:events";
import { afterEach, expect, it, vi } from "vitest";
import { loadModulesAnew } from "../../../setup/load-modules-anew.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock("open");
});

/** Starts with another launcher below. */
async function startWith(
  open: (url: string, how?: { app: { name: string } }) => Promise<unknown>,
): Promise<string | undefined> {
  vi.doMock("open", () => ({ default: open }));
  loadModulesAnew();
  const { startLauncher } = await import("../../../../src/sign-in/browser/start-launcher.ts");
  return startLauncher("com.example.game:/authorize/callback?code=s3cret");
}

it("gives no reason where it worked", async () => {
  expect(await startWith(() => Promise.resolve({ exitCode: 0 }))).toBe(undefined);
});

it("says how a launcher ended, also one that has ended already", async () => {
  expect(await startWith(() => Promise.resolve({ exitCode: 3 }))).toBe("the launcher ended with exit code 3");
  const launcher = Object.assign(new EventEmitter(), { exitCode: null });
  const reason = startWith(() => Promise.resolve(launcher));
  await expect.poll(() => launcher.listenerCount("exit")).toBe(1);
  launcher.emit("exit", 4);
  await expect.poll(() => launcher.listenerCount("exit")).toBe(1);
  launcher.emit("exit", 2);
  expect(await reason).toBe("the launcher ended with exit code 4");
});

it("tries gio where xdg-open fails, and tells of the first failure if both do", async () => {
  const tried: (string | undefined)[] = [];
  const openWith = (exitCodes: number[]) =>
    startWith((_url, how) => {
      tried.push(how?.app.name);
      return Promise.resolve({ exitCode: exitCodes.shift() });
    });
  expect(await openWith([3, 0])).toBe(undefined);
  expect(await openWith([3, 2])).toBe("the launcher ended with exit code 3");
  expect(await openWith([0])).toBe(undefined);
  expect(tried).toEqual([undefined, "gio", undefined, "gio", undefined]);
});

it("says nothing of a launcher's own error, which holds the address", async () => {
  const reason = await startWith(() => Promise.reject(new Error("spawn ENOENT s3cret")));
  expect(reason).toBe("no launcher could be started");
});

it("stops watching after two seconds, and a launcher that fails later disturbs nobody", async () => {
  vi.useFakeTimers();
  const launcher = Object.assign(new EventEmitter(), { exitCode: null });
  const started = startWith(() => Promise.resolve(launcher));
  await expect.poll(() => launcher.listenerCount("exit")).toBe(1);
  vi.advanceTimersByTime(2_000);
  expect(await started).toBe(undefined);
  launcher.emit("error", new Error("gone"));
  launcher.emit("exit", 1);
});

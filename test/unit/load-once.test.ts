import { expect, it, vi } from "vitest";
import { loadOnce } from "../../src/load-once.ts";

it("Callers at the same time and later ones share one load", async () => {
  const load = vi.fn(() => Promise.resolve({}));
  const loaded = loadOnce(load);
  expect(load).not.toHaveBeenCalled();
  const [one, other] = await Promise.all([loaded(), loaded()]);
  expect(one).toBe(other);
  expect(await loaded()).toBe(one);
  expect(load).toHaveBeenCalledOnce();
});

it("A load that fails tells all who wait for it, and the next call tries again", async () => {
  const failure = new Error("Cannot find module");
  const load = vi.fn(() => Promise.resolve("loaded")).mockRejectedValueOnce(failure);
  const loaded = loadOnce(load);
  const failed = [loaded(), loaded()];
  for (const each of failed) await expect(each).rejects.toBe(failure);
  expect(await loaded()).toBe("loaded");
  expect(load).toHaveBeenCalledTimes(2);
});

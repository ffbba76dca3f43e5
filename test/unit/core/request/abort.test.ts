import { expect, it } from "vitest";
import { abortedError } from "../../../../src/core/errors.ts";
import { orAborted, startUnlessAborted } from "../../../../src/core/request/abort.ts";

const never = new Promise<never>(() => undefined);

it.each([undefined, new AbortController().signal])(
  "settles like the work if the signal is not aborted (%#)",
  async (signal) => {
    expect(await orAborted(Promise.resolve(7), "Asking", signal)).toBe(7);
    await expect(orAborted(Promise.reject(new Error("no")), "Asking", signal)).rejects.toThrow("no");
  },
);

it("rejects if the signal is aborted before or during the work", async () => {
  await expect(orAborted(never, "Asking", AbortSignal.abort())).rejects.toMatchObject({
    code: "aborted",
    message: expect.stringContaining("Asking") as unknown,
  });
  const stop = new AbortController();
  const asking = orAborted(never, "Asking", stop.signal);
  stop.abort(new Error("of the game"));
  await expect(asking).rejects.toMatchObject({ code: "aborted" });
});

it("rejects with the reason of the signal if that is a ClientError", async () => {
  const reason = abortedError("Something else");
  await expect(orAborted(never, "Asking", AbortSignal.abort(reason))).rejects.toBe(reason);
});

it("does not start work if its signal is already aborted", async () => {
  let begun = 0;
  const work = async () => Promise.resolve((begun += 1));
  const asking = startUnlessAborted(work, "Asking", AbortSignal.abort());
  await expect(asking).rejects.toMatchObject({ code: "aborted", message: "Asking was aborted." });
  expect(begun).toBe(0);
  expect(await startUnlessAborted(work, "Asking", new AbortController().signal)).toBe(1);
  expect(await startUnlessAborted(work, "Asking", undefined)).toBe(2);
});

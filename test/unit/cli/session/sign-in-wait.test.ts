import { expect, it } from "vitest";
import { Failure } from "../../../../src/cli/frame/failure.ts";
import { SignInWait } from "../../../../src/cli/session/login.ts";

const reason = new Failure("Away.", { code: "network_error" });

it("aborts with the first reason", () => {
  using wait = new SignInWait(new AbortController().signal);
  wait.giveUp(undefined);
  expect([wait.signal.aborted, wait.reason]).toEqual([false, undefined]);
  wait.giveUp(reason);
  wait.giveUp(new Failure("Later.", { code: "late" }));
  expect([wait.signal.aborted, wait.reason]).toEqual([true, reason]);
});

it("has no reason after a cancellation or disposal", () => {
  const given = new AbortController();
  using wait = new SignInWait(given.signal);
  given.abort();
  wait.giveUp(reason);
  expect([wait.signal.aborted, wait.reason]).toEqual([true, undefined]);
  const over = new SignInWait(new AbortController().signal);
  over[Symbol.dispose]();
  over.giveUp(reason);
  expect([over.signal.aborted, over.reason]).toEqual([true, undefined]);
});

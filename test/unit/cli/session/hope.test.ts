import { expect, it } from "vitest";
import { Failure } from "../../../../src/cli/frame/failure.ts";
import { Hope } from "../../../../src/cli/session/login.ts";

const reason = new Failure("Away.", { code: "network_error" });

it("is lost for the first reason", () => {
  using hope = new Hope(new AbortController().signal);
  hope.lose(undefined);
  expect([hope.signal.aborted, hope.lost]).toEqual([false, undefined]);
  hope.lose(reason);
  hope.lose(new Failure("Later.", { code: "late" }));
  expect([hope.signal.aborted, hope.lost]).toEqual([true, reason]);
});

it("is not lost for a reason where the person has given up, or is over", () => {
  const given = new AbortController();
  using hope = new Hope(given.signal);
  given.abort();
  hope.lose(reason);
  expect([hope.signal.aborted, hope.lost]).toEqual([true, undefined]);
  const over = new Hope(new AbortController().signal);
  over[Symbol.dispose]();
  over.lose(reason);
  expect([over.signal.aborted, over.lost]).toEqual([true, undefined]);
});

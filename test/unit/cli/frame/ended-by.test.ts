import { expect, test } from "vitest";
import { EndedBy } from "../../../../src/cli/frame/failure.ts";

test("the end by a signal is an abort that names it", () => {
  expect(new EndedBy("SIGTERM")).toMatchObject({
    name: "AbortError",
    signal: "SIGTERM",
    message: "Ended by SIGTERM.",
  });
});

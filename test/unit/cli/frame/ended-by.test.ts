import { expect, test } from "vitest";
import { EndedBy } from "../../../../src/cli/frame/failure.ts";

test("is an AbortError with the name of the signal", () => {
  expect(new EndedBy("SIGTERM")).toMatchObject({
    name: "AbortError",
    signal: "SIGTERM",
    message: "Ended by SIGTERM.",
  });
});

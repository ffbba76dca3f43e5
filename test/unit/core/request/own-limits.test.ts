import { expect, test } from "vitest";
import { OwnLimits } from "../../../../src/core/request/transport.ts";

test("shares one limiter between callers that enter while it loads", async () => {
  const limits = new OwnLimits();
  const entered: string[] = [];
  const enter = async (operation: string) => {
    const place = await limits.enter({
      operation,
      identity: "bot",
      route: "GET /x",
      resource: "",
      applicationId: "5",
      mayWaitMs: 0,
      wait: () => Promise.reject(new Error("Nobody has to wait for time.")),
    });
    entered.push(operation);
    return place;
  };
  const [first, second] = [enter("First"), enter("Second")];
  const place = await first;
  expect(entered).toEqual(["First"]);
  place.leave();
  await second;
  expect(entered).toEqual(["First", "Second"]);
});

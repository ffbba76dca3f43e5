import { describe, expect, it } from "vitest";
import { faultNames } from "../../../../src/emulator/base/fault-kinds.ts";
import { changeConditions, describeConditions } from "../../../../src/emulator/page/conditions.ts";
import { World } from "../../../../src/emulator/state/world.ts";

describe("changeConditions", () => {
  it("supports every fault", () => {
    const world = new World({});
    for (const answer of faultNames) changeConditions(world, "/play/fault", { fault: { answer } });
    expect(world.faults.all.map(({ answer }) => answer)).toEqual(faultNames.toReversed());
    expect(describeConditions(world).kinds.map(({ id }) => id)).toEqual(faultNames);
  });

  it("describes the active faults and removes them", () => {
    const world = new World({});
    const fault = {
      answer: "unavailable",
      path: "/a.b",
      latencyMs: 5,
      clockSkewMs: 2_000,
      share: 0.5,
      times: 3,
    };
    const told = changeConditions(world, "/play/fault", { fault });
    expect(told?.faults).toEqual([
      "503: the service is overloaded, paths with /a.b, after 5 ms, clock 2 s ahead, 50 % of the requests, 3 times",
    ]);
    expect(world.faults.all[0]?.path?.test("/aXb")).toBe(false);
    expect(changeConditions(world, "/play/fault", { fault: { latencyMs: 1 } })?.faults[0]).toBe(
      "The real answer, after 1 ms",
    );
    world.faults.add({ method: "PUT", path: /\/x$/, answer: { status: 418 } });
    expect(describeConditions(world).faults[0]).toBe("An answer with 418, PUT paths with /x$");
    expect(changeConditions(world, "/play/no-faults", {})?.faults).toEqual([]);
  });

  it("advances the clock and reports the difference", () => {
    const world = new World({});
    expect(describeConditions(world).aheadMs).toBe(0);
    expect(changeConditions(world, "/play/advance", { time: "2d" })?.aheadMs).toBe(2 * 86_400_000);
  });

  it.each<[string, object, string]>([
    ["/play/fault", { fault: "drop" }, "fault"],
    ["/play/fault", { fault: { answer: "nothing" } }, "fault.answer"],
    ["/play/fault", { fault: { path: 5 } }, "fault.path"],
    ["/play/advance", { time: "soon" }, "time"],
  ])("rejects %s with %j", (path, asked, name) => {
    expect(() => changeConditions(new World({}), path, asked)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(name) }),
    );
  });

  it("ignores other paths", () => {
    expect(changeConditions(new World({}), "/play/view", {})).toBeUndefined();
  });
});

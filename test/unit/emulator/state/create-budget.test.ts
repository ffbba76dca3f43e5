import { describe, expect, it } from "vitest";
import { CreateBudget } from "../../../../src/emulator/state/command-book.ts";
import { limited } from "../../../setup/emulator/limited.ts";

describe("the daily budget of creates", () => {
  it("is 200, and grows by 1 every 432 seconds", () => {
    let now = 0;
    const budget = new CreateBudget(() => now);
    budget.take(200);
    now = 100_000;
    expect(limited(() => budget.take(1)).body).toMatchObject({
      code: 30_034,
      retry_after: 332,
      global: false,
    });
    now = 432_000;
    budget.take(1);
    expect(limited(() => budget.take(2)).body.retry_after).toBe(864);
  });

  it("is used completely or not at all, and never exceeds the amount of a day", () => {
    let now = 0;
    const budget = new CreateBudget(() => now);
    limited(() => budget.take(201));
    budget.take(150);
    now = 10 * 86_400_000;
    budget.take(200);
    limited(() => budget.take(1));
  });
});

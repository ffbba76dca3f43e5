import { describe, expect, it } from "vitest";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";
import * as loaded from "../../setup/markdown-table.ts";

const load = () => import("../../setup/markdown-table.ts");

describe("Modules that a test loads anew", () => {
  it("are others than those that were there", async () => {
    loadModulesAnew();
    const anew = await load();
    expect(anew).not.toBe(loaded);
    expect(await load()).toBe(anew);
  });

  it("are given up when it ends", async () => {
    expect(await load()).toBe(loaded);
  });
});

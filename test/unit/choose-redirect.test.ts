import { describe, expect, it } from "vitest";
import { chooseRedirect } from "../../src/choose-redirect.ts";

describe("chooseRedirect", () => {
  it("#53 prefers loopback to a custom scheme, and both to the device flow", () => {
    expect(chooseRedirect("auto", [])).toEqual(["loopback", "custom-scheme", "device"]);
    expect(chooseRedirect(undefined, ["wsl"])).toEqual(["loopback", "custom-scheme", "device"]);
    expect(chooseRedirect("auto", ["flatpak", "steam-deck"])[0]).toBe("loopback");
    expect(chooseRedirect("auto", ["ssh"])[0]).toBe("loopback");
  });

  it("takes the device flow first where no browser can be shown", () => {
    expect(chooseRedirect("auto", ["ssh", "no-display"])).toEqual(["device", "loopback"]);
    expect(chooseRedirect("auto", ["steam-deck", "game-mode"])).toEqual(["device", "loopback"]);
  });

  it.each(["loopback", "custom-scheme", "device"] as const)(
    "does only %s when that was asked for",
    (wanted) => {
      expect(chooseRedirect(wanted, ["no-display"])).toEqual([wanted]);
    },
  );

  it("refuses anything else", () => {
    expect(() => chooseRedirect("localhost" as "loopback", [])).toThrow(
      expect.objectContaining({ type: 6, code: "invalid_redirect" }),
    );
  });
});

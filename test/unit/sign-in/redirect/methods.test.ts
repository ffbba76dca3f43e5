import { describe, expect, it } from "vitest";
import { canShowBrowser, type HostEnvironment } from "../../../../src/sign-in/browser/environment.ts";
import { chooseRedirect, type RedirectMethod } from "../../../../src/sign-in/redirect/methods.ts";

const choose = (
  wanted?: RedirectMethod | "auto",
  environments: HostEnvironment[] = [],
  namesScheme = false,
) => chooseRedirect(wanted, { namesScheme }, () => canShowBrowser(environments));

describe("chooseRedirect", () => {
  it("#53 prefers loopback to a custom scheme, and both to the device flow", () => {
    expect(choose("auto", [])).toEqual(["loopback", "custom-scheme", "device"]);
    expect(choose(undefined, ["wsl"])).toEqual(["loopback", "custom-scheme", "device"]);
    expect(choose("auto", ["flatpak", "steam-deck"])[0]).toBe("loopback");
    expect(choose("auto", ["ssh"])[0]).toBe("loopback");
  });

  it("prefers a scheme named by the game", () => {
    expect(choose("auto", [], true)).toEqual(["custom-scheme", "loopback", "device"]);
    expect(choose("auto", ["no-display"], true)).toEqual(["device", "custom-scheme", "loopback"]);
    expect(choose("loopback", [], true)).toEqual(["loopback"]);
  });

  it("prefers the device flow if no browser can be shown", () => {
    expect(choose("auto", ["ssh", "no-display"])).toEqual(["device", "loopback", "custom-scheme"]);
    expect(choose("auto", ["steam-deck", "game-mode"])).toEqual(["device", "loopback", "custom-scheme"]);
  });

  it.each(["loopback", "custom-scheme", "device"] as const)(
    "returns only %s if it is requested",
    (wanted) => {
      expect(choose(wanted, ["no-display"])).toEqual([wanted]);
    },
  );

  it("rejects other values", () => {
    expect(() => choose("localhost" as "loopback", [])).toThrow(
      expect.objectContaining({ type: 6, code: "invalid_redirect" }),
    );
  });
});

import { expect, it, describe } from "vitest";
import {
  checkConsent,
  type LoopbackOptions,
  parseLoopbackAddress,
  chooseRedirect,
  type RedirectMethod,
} from "../../../src/sign-in/options.ts";
import { canShowBrowser, type HostEnvironment } from "../../../src/sign-in/browser/environment.ts";

it.each([
  [undefined, "custom-scheme", true],
  ["browser", "custom-scheme", true],
  ["auto", "custom-scheme", true],
  ["auto", "device", false],
  ["desktop-client", undefined, false],
  ["desktop-client", "auto", false],
] as const)("accepts consent %o with redirect %o (scheme set: %o)", (consent, redirect, namesScheme) => {
  expect(() => checkConsent(consent, redirect, { namesScheme })).not.toThrow();
});

it.each([
  ["custom-scheme", false, 'redirect: "custom-scheme"'],
  ["device", false, 'redirect: "device"'],
  ["loopback", false, 'redirect: "loopback"'],
  [undefined, true, "customSchemeParam"],
  ["auto", true, "customSchemeParam"],
] as const)(
  "rejects consent `desktop-client` with redirect %o (scheme set: %o)",
  (redirect, namesScheme, name) => {
    expect(() => checkConsent("desktop-client", redirect, { namesScheme })).toThrow(
      expect.objectContaining({
        type: 6,
        code: "invalid_consent",
        message: expect.stringContaining(name) as unknown,
        hint: expect.stringContaining(`Omit ${name}`) as unknown,
      }),
    );
  },
);

it.each<[LoopbackOptions, string, number]>([
  [{}, "127.0.0.1", 0],
  [{ prefer: "ipv4", port: 65_535 }, "127.0.0.1", 65_535],
  [{ prefer: "ipv6", port: 1 }, "::1", 1],
])("for %j, listens first on %s, port %i", (options, host, port) => {
  const address = parseLoopbackAddress(options);
  expect([address.hosts[0], address.hosts.length, address.port]).toEqual([host, 2, port]);
});

it.each<[object, string]>([
  [{ port: 0 }, "invalid_port"],
  [{ port: 65_536 }, "invalid_port"],
  [{ port: "80" }, "invalid_port"],
  [{ prefer: "localhost" }, "invalid_preference"],
  [{ host: "0.0.0.0" }, "unknown_option"],
])("rejects %j with %s", (options, code) => {
  expect(() => parseLoopbackAddress(options as LoopbackOptions)).toThrow(
    expect.objectContaining({ type: 6, code }),
  );
});

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

  it("prefers a custom scheme if the game sets one", () => {
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
});

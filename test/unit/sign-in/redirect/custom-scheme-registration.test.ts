import { resolve } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { LoggingSeverity } from "../../../../src/log/logger.ts";
import { loadAddon } from "../../../../src/native/load.ts";
import { parseScheme } from "../../../../src/sign-in/redirect/custom-scheme-name.ts";
import {
  keepRegistered,
  redirectSchemeStatus,
  registerRedirectScheme,
  scriptOf,
  unregisterRedirectScheme,
} from "../../../../src/sign-in/redirect/custom-scheme-registration.ts";

// The tests in test/native check the effect on the system in a separate home directory.
const addon = loadAddon();
const opener: unknown = expect.any(Uint8Array);
const applicationId = "1234567890123456789";
const scheme = `discord-${applicationId}`;
const leftover = { applicationId: "1", program: "/gone/game.js" };
const register = vi.spyOn(addon, "registerRedirectScheme");
const status = vi.spyOn(addon, "redirectSchemeStatus");
const unregister = vi.spyOn(addon, "unregisterRedirectScheme");

beforeEach(() => {
  register.mockReset().mockReturnValue(undefined);
  status.mockReset().mockReturnValue({ owner: "", ours: false, stale: false });
  unregister.mockReset().mockReturnValue(true);
});
afterAll(() => vi.restoreAllMocks());

describe("scheme registration", () => {
  it("by default, uses the application's own scheme and does not replace another owner's registration", () => {
    registerRedirectScheme({ applicationId });
    registerRedirectScheme({ applicationId, scheme: "com.example.game", name: "Game", replace: true });
    expect(register.mock.calls).toEqual([
      [scheme, applicationId, opener, "", false, scriptOf(process)],
      ["com.example.game", applicationId, opener, "Game", true, scriptOf(process)],
    ]);
  });

  it.each([
    [{ applicationId: "x" }, "invalid_id"],
    [{ applicationId, scheme: "https" }, "reserved_scheme"],
    [{ applicationId, name: " " }, "invalid_name"],
    [{ applicationId, name: 7 as never }, "invalid_name"],
    [{ applicationId, replace: "yes" as never }, "invalid_argument"],
    [{ applicationId, scheem: "a" }, "unknown_option"],
  ])("rejects %j with %s before writing anything", (registration, code) => {
    expect(() => registerRedirectScheme(registration)).toThrow(expect.objectContaining({ type: 6, code }));
    expect(register).not.toHaveBeenCalled();
  });

  it("reports whether a registration was removed", () => {
    expect(unregisterRedirectScheme({ applicationId })).toBe(true);
    unregister.mockReturnValue(false);
    expect(unregisterRedirectScheme({ applicationId })).toBe(false);
    expect(unregister).toHaveBeenCalledWith(scheme, applicationId);
  });
});

it.each([
  [
    { owner: "", ours: false, stale: false },
    { isOurs: false, isStale: false },
  ],
  [
    { owner: "other.desktop", ours: false, stale: false },
    { owner: "other.desktop", isOurs: false, isStale: false },
  ],
  [
    { owner: "our.desktop", ours: true, stale: true },
    { owner: "our.desktop", isOurs: true, isStale: true },
  ],
  [
    { owner: "our.desktop", ours: false, stale: false, leftover },
    { owner: "our.desktop", isOurs: false, isStale: false, leftover },
  ],
])("maps the addon's status %j to %j", (addonStatus, meant) => {
  status.mockReturnValue(addonStatus);
  expect(redirectSchemeStatus({ applicationId })).toEqual(meant);
});

it.each([
  [{ ours: true, stale: false }, 0],
  [{ ours: true, stale: true }, 1],
  [{ ours: false, stale: false }, 1],
])("for the status %j, registers the scheme %i times", (addonStatus, times) => {
  status.mockReturnValue({ owner: "a.desktop", ...addonStatus });
  keepRegistered(parseScheme({ applicationId }));
  expect(register).toHaveBeenCalledTimes(times);
});

it("takes over a leftover registration and logs the takeover", () => {
  status.mockReturnValue({ owner: "a.desktop", ours: false, stale: false, leftover });
  const log = vi.fn();
  keepRegistered(parseScheme({ applicationId }), log);
  keepRegistered(parseScheme({ applicationId }));
  expect(register).toHaveBeenCalledTimes(2);
  expect(log.mock.calls).toEqual([
    [
      LoggingSeverity.Warning,
      "redirect",
      `The scheme "${scheme}" was taken over from application 1, whose program no longer exists (/gone/game.js).`,
    ],
  ]);
});

it("does not log a takeover that failed", () => {
  status.mockReturnValue({ owner: "a.desktop", ours: false, stale: false, leftover });
  register.mockImplementation(() => {
    throw new Error("not writable");
  });
  const log = vi.fn();
  expect(() => keepRegistered(parseScheme({ applicationId }), log)).toThrow("not writable");
  expect(log).not.toHaveBeenCalled();
});

it.each([
  [{ execPath: "/usr/bin/node", argv: ["node", "/opt/game.js", "--fast"] }, "/opt/game.js"],
  [{ execPath: "/usr/bin/bun", argv: ["bun", "game.js"] }, resolve("game.js")],
  [{ execPath: "/usr/bin/node", argv: ["node"] }, ""],
  [{ execPath: "/opt/electron", argv: ["electron", "."], defaultApp: true }, resolve(".")],
  [{ execPath: "/opt/game", argv: ["game", "/home/player/saved-game"] }, ""],
])("for %j, finds the script %j", (program, script) => {
  expect(scriptOf(program)).toBe(script === "" ? "" : resolve(script));
});

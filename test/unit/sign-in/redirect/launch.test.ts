import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { loadAddon } from "../../../../src/native/load.ts";
import {
  launchCommandStatus,
  registerLaunchCommand,
  registerLaunchSteamApplication,
  unregisterLaunchCommand,
} from "../../../../src/sign-in/redirect/launch.ts";

const applicationId = "1234567890123456789";
const scheme = `discord-${applicationId}`;
const addon = loadAddon();
const opener: unknown = expect.any(Uint8Array);
let launch: MockInstance;
let steamLaunch: MockInstance;

beforeEach(() => {
  launch = vi.spyOn(addon, "registerLaunch").mockReturnValue(undefined);
  steamLaunch = vi.spyOn(addon, "registerSteamLaunch").mockReturnValue(undefined);
});
afterEach(() => vi.restoreAllMocks());

function refuse(code: string): never {
  throw Object.assign(new Error("it failed"), { code });
}

describe("launch command", () => {
  it("is registered for the application's own scheme", () => {
    expect(registerLaunchCommand(applicationId, '"/opt/game" --fast')).toBe(true);
    expect(registerLaunchSteamApplication(applicationId, 2 ** 32 - 1)).toBe(true);
    expect(launch).toHaveBeenCalledWith(scheme, applicationId, opener, '"/opt/game" --fast');
    expect(steamLaunch).toHaveBeenCalledWith(scheme, applicationId, opener, 2 ** 32 - 1);
  });

  it("is not registered if the system does not allow it", () => {
    launch.mockImplementation(() => refuse("not_writable"));
    steamLaunch.mockImplementation(() => refuse("no_steam"));
    expect(registerLaunchCommand(applicationId, "")).toBe(false);
    expect(registerLaunchSteamApplication(applicationId, 480)).toBe(false);
  });

  it("is rejected if it cannot be parsed", () => {
    launch.mockImplementation(() => refuse("invalid_command"));
    const refused: unknown = expect.objectContaining({ type: 6, code: "invalid_command" });
    expect(() => registerLaunchCommand(applicationId, '"/opt/game')).toThrow(refused);
    expect(() => registerLaunchCommand(applicationId, undefined as unknown as string)).toThrow(refused);
  });

  it.each([0, -1, 1.5, 2 ** 32, Number.NaN, "480"])("is rejected for the Steam id %j", (id) => {
    expect(() => registerLaunchSteamApplication(applicationId, id as number)).toThrow(
      expect.objectContaining({ type: 6, code: "invalid_steam_app_id" }),
    );
  });
});

describe("registered launch command", () => {
  it.each([
    [["/opt/game", "--fast"], { command: ["/opt/game", "--fast"], works: true }],
    [[], { works: true }],
  ])("is returned by launchCommandStatus: %j", (command, expected) => {
    const status = vi.spyOn(addon, "launchStatus").mockReturnValue({ command, works: true });
    expect(launchCommandStatus(applicationId)).toEqual(expected);
    expect(status).toHaveBeenCalledWith(scheme, applicationId);
  });

  it("is removed if it exists", () => {
    const unregister = vi
      .spyOn(addon, "unregisterLaunch")
      .mockReturnValueOnce(true)
      .mockReturnValueOnce(false);
    expect([unregisterLaunchCommand(applicationId), unregisterLaunchCommand(applicationId)]).toEqual([
      true,
      false,
    ]);
    expect(unregister).toHaveBeenCalledWith(scheme, applicationId);
  });

  it("cannot be looked up if the application id is invalid or the system does not allow it", () => {
    vi.spyOn(addon, "launchStatus").mockImplementation(() => refuse("sandboxed"));
    expect(() => launchCommandStatus(applicationId)).toThrow(
      expect.objectContaining({ type: 4, code: "sandboxed" }),
    );
    for (const ask of [launchCommandStatus, unregisterLaunchCommand]) {
      expect(() => ask("one")).toThrow(expect.objectContaining({ code: "invalid_id" }));
    }
  });
});

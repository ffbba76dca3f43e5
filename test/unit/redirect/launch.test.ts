import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { loadAddon } from "../../../src/native/load.ts";
import { registerLaunchCommand, registerLaunchSteamApplication } from "../../../src/redirect/launch.ts";

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

describe("A launch command", () => {
  it("is registered for the application's own scheme", () => {
    expect(registerLaunchCommand(applicationId, '"/opt/game" --fast')).toBe(true);
    expect(registerLaunchSteamApplication(applicationId, 2 ** 32 - 1)).toBe(true);
    expect(launch).toHaveBeenCalledWith(scheme, applicationId, opener, '"/opt/game" --fast');
    expect(steamLaunch).toHaveBeenCalledWith(scheme, applicationId, opener, 2 ** 32 - 1);
  });

  it("is not registered where the system does not allow it", () => {
    launch.mockImplementation(() => refuse("not_writable"));
    steamLaunch.mockImplementation(() => refuse("no_steam"));
    expect(registerLaunchCommand(applicationId, "")).toBe(false);
    expect(registerLaunchSteamApplication(applicationId, 480)).toBe(false);
  });

  it("that cannot be split is refused", () => {
    launch.mockImplementation(() => refuse("invalid_command"));
    const refused: unknown = expect.objectContaining({ type: 6, code: "invalid_command" });
    expect(() => registerLaunchCommand(applicationId, '"/opt/game')).toThrow(refused);
    expect(() => registerLaunchCommand(applicationId, undefined as unknown as string)).toThrow(refused);
  });

  it.each([0, -1, 1.5, 2 ** 32, Number.NaN, "480"])("is refused when the Steam id is %j", (id) => {
    expect(() => registerLaunchSteamApplication(applicationId, id as number)).toThrow(
      expect.objectContaining({ type: 6, code: "invalid_steam_app_id" }),
    );
  });
});

import { ErrorType, isClientError } from "../../core/errors.ts";
import { isWhole, parseSnowflake, readerOf } from "../../core/check/readers.ts";
import type { SnowflakeInput } from "../../wire/snowflake.ts";
import { callAddon } from "./call-addon.ts";
import { readOpener } from "../../native/opener.ts";
import type { Addon } from "../../native/binding.ts";

const readCommand = readerOf("a string", (command) => typeof command === "string", {
  code: "invalid_command",
  hint: "Pass a string; it may be empty.",
});
const readSteamAppId = readerOf(
  "a Steam app ID, a number below 2^32",
  (steamAppId) => isWhole(steamAppId, 1, 2 ** 32 - 1),
  {
    code: "invalid_steam_app_id",
    hint: "Copy the number from the game's address on Steam, for example 480.",
  },
);

/**
 * Registers the command that starts the game when the service opens `discord-<applicationId>://…` on this machine, or when a
 * redirect arrives after the game has exited (Discord Social SDK, `RegisterLaunchCommand`). Call it at each start. A launch URL
 * is passed as the last argument; a redirect is never passed.
 *
 * @param command - the program in double quotes, followed by its arguments. Empty: the running program (the AppImage file, or the
 *   bundle on macOS). On macOS only a URL or an empty string.
 * @returns whether it was registered; `false` if the system does not allow it.
 * @throws ClientError (ValidationError) `invalid_id`, `invalid_command`.
 */
export function registerLaunchCommand(applicationId: SnowflakeInput, command: string): boolean {
  const id = parseSnowflake(applicationId, "applicationId");
  readCommand(command, "command");
  return succeeds((addon) => addon.registerLaunch(`discord-${id}`, id, readOpener(), command));
}

/**
 * Like {@link registerLaunchCommand}, through Steam (Discord Social SDK, `RegisterLaunchSteamApplication`). The launch URL is not
 * passed, because Steam's own URL accepts no arguments.
 *
 * @param steamAppId - the game's id on Steam, a number below 2^32.
 * @returns whether it was registered; `false` if Steam is not installed (Windows) or the system does not allow it.
 * @throws ClientError (ValidationError) `invalid_id`, `invalid_steam_app_id`.
 */
export function registerLaunchSteamApplication(applicationId: SnowflakeInput, steamAppId: number): boolean {
  const id = parseSnowflake(applicationId, "applicationId");
  readSteamAppId(steamAppId, "steamAppId");
  return succeeds((addon) => addon.registerSteamLaunch(`discord-${id}`, id, readOpener(), steamAppId));
}

/** The registered launch command of an application. */
export interface LaunchCommandStatus {
  /** The program and its arguments; absent if the application has registered none. */
  readonly command?: readonly string[];
  /** Whether the system would start it: another program may have taken the scheme, or files may be missing. */
  readonly works: boolean;
}

/**
 * Returns the registration of {@link Client.RegisterLaunchCommand} or {@link Client.RegisterLaunchSteamApplication}.
 *
 * @throws ClientError `invalid_id` (ValidationError); (Disabled) as `redirectSchemeStatus`.
 */
export function launchCommandStatus(applicationId: SnowflakeInput): LaunchCommandStatus {
  const id = parseSnowflake(applicationId, "applicationId");
  const { command, works } = callAddon((addon) => addon.launchStatus(`discord-${id}`, id));
  return { ...(command.length > 0 && { command }), works };
}

/**
 * Removes the launch command of this application, including one for Steam. Its redirect registration for the same scheme and
 * other applications' registrations stay.
 *
 * @returns whether there was one.
 * @throws ClientError as thrown by {@link launchCommandStatus}.
 */
export function unregisterLaunchCommand(applicationId: SnowflakeInput): boolean {
  const id = parseSnowflake(applicationId, "applicationId");
  return callAddon((addon) => addon.unregisterLaunch(`discord-${id}`, id));
}

function succeeds(register: (addon: Addon) => void): boolean {
  try {
    callAddon(register);
    return true;
  } catch (error) {
    if (isClientError(error) && error.type === ErrorType.Disabled) return false;
    throw error;
  }
}

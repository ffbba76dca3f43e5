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
    hint: "Copy the number from the game's Steam page URL, for example 480.",
  },
);

/** Implements {@link Client.RegisterLaunchCommand} (Discord Social SDK, `RegisterLaunchCommand`). */
export function registerLaunchCommand(applicationId: SnowflakeInput, command: string): boolean {
  const id = parseSnowflake(applicationId, "applicationId");
  readCommand(command, "command");
  return succeeds((addon) => addon.registerLaunch(`discord-${id}`, id, readOpener(), command));
}

/**
 * Like {@link registerLaunchCommand}, but starts the game through Steam (Discord Social SDK, `RegisterLaunchSteamApplication`).
 * The launch URL is not passed to the game, because Steam's own URL accepts no arguments.
 *
 * @param steamAppId - The game's id on Steam, a number below 2^32.
 * @returns `false` if Steam is not installed (Windows) or the system does not allow it.
 * @throws ClientError (ValidationError) `invalid_id`, `invalid_steam_app_id`.
 */
export function registerLaunchSteamApplication(applicationId: SnowflakeInput, steamAppId: number): boolean {
  const id = parseSnowflake(applicationId, "applicationId");
  readSteamAppId(steamAppId, "steamAppId");
  return succeeds((addon) => addon.registerSteamLaunch(`discord-${id}`, id, readOpener(), steamAppId));
}

/** An application's registered launch command. @stable */
export interface LaunchCommandStatus {
  /** The program and its arguments. Missing if the application has registered none. */
  readonly command?: readonly string[];
  /** Whether the system would run the command. If not, another program has taken the scheme, or files are missing. */
  readonly works: boolean;
}

/**
 * Returns the command registered by {@link Client.RegisterLaunchCommand} or {@link Client.RegisterLaunchSteamApplication}.
 *
 * @stable
 * @throws ClientError `invalid_id` (ValidationError); (Disabled) the same errors as `redirectSchemeStatus`.
 */
export function launchCommandStatus(applicationId: SnowflakeInput): LaunchCommandStatus {
  const id = parseSnowflake(applicationId, "applicationId");
  const { command, works } = callAddon((addon) => addon.launchStatus(`discord-${id}`, id));
  return { ...(command.length > 0 && { command }), works };
}

/**
 * Removes this application's launch command, including one for Steam. Does not remove the application's redirect registration for
 * the same scheme or other applications' registrations.
 *
 * @stable
 * @returns Whether a launch command was removed.
 * @throws ClientError The same errors as {@link launchCommandStatus}.
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

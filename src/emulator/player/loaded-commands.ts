import { ClientError, ErrorType } from "../../core/errors.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { Command } from "../../wire/command.ts";
import { JsonErrorCode } from "../../wire/json-error-code.ts";

/**
 * The global commands that a player's client has loaded: it goes on showing them as they were until the service tells it
 * otherwise (Application Commands Interface, "Global commands", read-repair). Commands of guilds are always current.
 */
export class LoadedCommands {
  readonly #commands = new Map<Snowflake, Command>();

  /** What the player sees of a command. */
  see(command: Command): Command {
    return this.#commands.get(command.id) ?? command;
  }

  load(command: Command): void {
    if (command.guild_id === undefined) this.#commands.set(command.id, command);
  }

  /**
   * As at the service, an outdated command is refused when it is used, and loaded again.
   *
   * @param current - as it is registered now.
   * @throws ClientError `outdated_command` (HTTPError).
   */
  mustBeCurrent(current: Command): void {
    const seen = this.see(current);
    this.load(current);
    if (seen.version !== current.version) throw outdated(seen);
  }
}

function outdated({ name }: Command): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "outdated_command",
    status: 400,
    errorCode: JsonErrorCode.InvalidFormBody,
    message: `The command ${JSON.stringify(name)} was changed after the player's client had loaded it. This command is outdated, please try again in a few minutes.`,
    hint: "Use it again: the client has reloaded it.",
    retryable: true,
  });
}

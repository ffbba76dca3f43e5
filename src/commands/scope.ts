import { parseSnowflake, type SnowflakeInput } from "../snowflake.ts";
import type { BulkItem, Command, CommandEdit, GlobalCommand } from "../wire/command.ts";
import type { Locale } from "../wire/locale.ts";
import { parseCommand, parseCommandList } from "./response.ts";
import type { Transport } from "./transport.ts";

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, also while it waits; it then fails with `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** What a list takes. */
export interface ListOptions extends CallOptions {
  /** Whether the full dictionaries are returned instead of one language. Default false. */
  readonly withLocalizations?: boolean | undefined;
  /** The language of `name_localized` and `description_localized`; else the one of the user's settings. */
  readonly locale?: Locale | undefined;
}

/** The commands of one scope: global, or of one guild (Application Commands Interface, "Endpoints"). */
export class CommandScope<C extends GlobalCommand> {
  readonly #transport: Transport;
  readonly #path: string;
  readonly #label: string;

  /** @internal Scopes are made by `CommandsClient`. */
  constructor(transport: Transport, path: string, label: string) {
    this.#transport = transport;
    this.#path = path;
    this.#label = label;
  }

  /** All commands of the scope. */
  async list({ withLocalizations, locale, signal }: ListOptions = {}): Promise<Command[]> {
    const operation = `Listing the ${this.#label} commands`;
    const answer = await this.#transport.call({
      operation,
      method: "GET",
      path: withLocalizations ? `${this.#path}?with_localizations=true` : this.#path,
      headers: locale && { "accept-language": locale, "x-discord-locale": locale },
      signal,
    });
    return parseCommandList(answer, operation);
  }

  /** Registers a command; one of the same name and type is overwritten and keeps its id. */
  async create(command: C, { signal }: CallOptions = {}): Promise<Command> {
    const operation = `Creating a ${this.#label} command`;
    const call = { operation, method: "POST", path: this.#path, body: command, signal } as const;
    return parseCommand(await this.#transport.call(call), operation);
  }

  /** @throws CommandsError `unknown_command`. */
  async get(commandId: SnowflakeInput, { signal }: CallOptions = {}): Promise<Command> {
    const operation = `Getting a ${this.#label} command`;
    const call = { operation, method: "GET", path: this.#pathOf(commandId), signal } as const;
    return parseCommand(await this.#transport.call(call), operation);
  }

  /** Replaces the given fields. A new name erases the command's permissions. */
  async edit(
    commandId: SnowflakeInput,
    edit: CommandEdit<C>,
    { signal }: CallOptions = {},
  ): Promise<Command> {
    const operation = `Editing a ${this.#label} command`;
    const call = { operation, method: "PATCH", path: this.#pathOf(commandId), body: edit, signal } as const;
    return parseCommand(await this.#transport.call(call), operation);
  }

  /** Deletes a command and its permissions for good. */
  async delete(commandId: SnowflakeInput, { signal }: CallOptions = {}): Promise<void> {
    const operation = `Deleting a ${this.#label} command`;
    await this.#transport.call({ operation, method: "DELETE", path: this.#pathOf(commandId), signal });
  }

  /**
   * Replaces all commands of the scope; those not in the list are deleted.
   *
   * @throws CommandsError `entry_point_missing` when the list lacks the application's entry point command.
   */
  async overwrite(commands: readonly BulkItem<C>[], { signal }: CallOptions = {}): Promise<Command[]> {
    const operation = `Overwriting the ${this.#label} commands`;
    const call = { operation, method: "PUT", path: this.#path, body: commands, signal } as const;
    return parseCommandList(await this.#transport.call(call), operation);
  }

  #pathOf(commandId: SnowflakeInput): string {
    return `${this.#path}/${parseSnowflake(commandId, "commandId")}`;
  }
}

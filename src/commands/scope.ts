import { parseSnowflake, type SnowflakeInput } from "../snowflake.ts";
import type { BulkItem, Command, CommandEdit, GlobalCommand } from "../wire/command.ts";
import type { Locale } from "../wire/locale.ts";
import { refuseInvalid } from "./refuse-invalid.ts";
import { parseCommand, parseCommandList } from "./response.ts";
import type { Profile } from "./rules/table.ts";
import { validateCommand, validateCommandSet } from "./rules/validate.ts";
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

/** What a scope is made from. */
export interface ScopeInit {
  readonly transport: Transport;
  /** The path of its commands. */
  readonly path: string;
  readonly scope: "global" | "guild";
  readonly profile: Profile;
}

/** The commands of one scope: global, or of one guild (Application Commands Interface, "Endpoints"). */
export class CommandScope<C extends GlobalCommand> {
  readonly #transport: Transport;
  readonly #path: string;
  readonly #rules: { readonly scope: "global" | "guild"; readonly profile: Profile };

  /** @internal Scopes are made by `CommandsClient`. */
  constructor({ transport, path, scope, profile }: ScopeInit) {
    this.#transport = transport;
    this.#path = path;
    this.#rules = { scope, profile };
  }

  /** All commands of the scope. */
  async list({ withLocalizations, locale, signal }: ListOptions = {}): Promise<Command[]> {
    const operation = `Listing the ${this.#rules.scope} commands`;
    const answer = await this.#transport.call({
      operation,
      method: "GET",
      path: withLocalizations ? `${this.#path}?with_localizations=true` : this.#path,
      headers: locale && { "accept-language": locale, "x-discord-locale": locale },
      signal,
    });
    return parseCommandList(answer, operation);
  }

  /**
   * Registers a command; one of the same name and type is overwritten and keeps its id.
   *
   * @throws CommandsError `invalid_command` before anything is sent, when a rule is broken.
   */
  async create(command: C, { signal }: CallOptions = {}): Promise<Command> {
    const operation = `Creating a ${this.#rules.scope} command`;
    refuseInvalid(validateCommand(command, this.#rules), operation);
    const call = { operation, method: "POST", path: this.#path, body: command, signal } as const;
    return parseCommand(await this.#transport.call(call), operation);
  }

  /** @throws CommandsError `unknown_command`. */
  async get(commandId: SnowflakeInput, { signal }: CallOptions = {}): Promise<Command> {
    const operation = `Getting a ${this.#rules.scope} command`;
    const call = { operation, method: "GET", path: this.#pathOf(commandId), signal } as const;
    return parseCommand(await this.#transport.call(call), operation);
  }

  /**
   * Replaces the given fields. A new name erases the command's permissions.
   *
   * @throws CommandsError `invalid_command` before anything is sent, when a rule is broken.
   */
  async edit(
    commandId: SnowflakeInput,
    edit: CommandEdit<C>,
    { signal }: CallOptions = {},
  ): Promise<Command> {
    const operation = `Editing a ${this.#rules.scope} command`;
    refuseInvalid(validateCommand(edit, { ...this.#rules, partial: true }), operation);
    const call = { operation, method: "PATCH", path: this.#pathOf(commandId), body: edit, signal } as const;
    return parseCommand(await this.#transport.call(call), operation);
  }

  /** Deletes a command and its permissions for good. */
  async delete(commandId: SnowflakeInput, { signal }: CallOptions = {}): Promise<void> {
    const operation = `Deleting a ${this.#rules.scope} command`;
    await this.#transport.call({ operation, method: "DELETE", path: this.#pathOf(commandId), signal });
  }

  /**
   * Replaces all commands of the scope; those not in the list are deleted.
   *
   * @throws CommandsError `invalid_command` before anything is sent, when a rule is broken; `entry_point_missing` when the list lacks the application's entry point command.
   */
  async overwrite(commands: readonly BulkItem<C>[], { signal }: CallOptions = {}): Promise<Command[]> {
    const operation = `Overwriting the ${this.#rules.scope} commands`;
    refuseInvalid(validateCommandSet(commands, this.#rules), operation);
    const call = { operation, method: "PUT", path: this.#path, body: commands, signal } as const;
    return parseCommandList(await this.#transport.call(call), operation);
  }

  #pathOf(commandId: SnowflakeInput): string {
    return `${this.#path}/${parseSnowflake(commandId, "commandId")}`;
  }
}

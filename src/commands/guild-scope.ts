import type { Snowflake } from "../wire/snowflake.ts";
import type { GuildCommand } from "../wire/command.ts";
import { CommandPermissions } from "./permissions.ts";
import { CommandScope, type ScopeInit } from "./scope.ts";

/** The commands of one guild, and who may use which command there. */
export class GuildScope extends CommandScope<GuildCommand> {
  /** Who may use which of the application's commands in this guild, global ones included. */
  readonly permissions: CommandPermissions;

  /** @internal Made by `CommandsClient`. */
  constructor(init: ScopeInit & { readonly guildId: Snowflake }) {
    super(init);
    this.permissions = new CommandPermissions(init);
  }
}

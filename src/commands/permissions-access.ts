import { type ApiPath, apiPath, withQuery } from "../core/request/addresses.ts";
import { isClientError } from "../core/errors.ts";
import type { CallOptions, Transport } from "../core/request/transport.ts";
import { parseList } from "../core/request/response.ts";
import { isSnowflake } from "../core/check/readers.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { pageSizes } from "../wire/limits.ts";
import type { PermissionsAccess } from "./plan/erasure.ts";
import { CommandPermissions } from "./permissions.ts";
import { JsonErrorCode } from "../wire/error.ts";

/** The permissions of an application's commands: in one guild, or of global commands in any guild. */
export function permissionsAccess(
  transport: Transport,
  application: ApiPath,
  guildId: Snowflake | undefined,
): PermissionsAccess {
  return {
    guildId,
    canRestore: transport.hasUserToken,
    in(guild) {
      // Restores records with all their fields, including unknown ones.
      const place = new CommandPermissions({
        transport,
        application,
        guildId: guild,
        allowUnknownFields: true,
      });
      return {
        list: async (options) => place.list(options),
        async restore(commandId, permissions, options) {
          try {
            await place.edit(commandId, permissions, options);
          } catch (error) {
            // A command deleted in the meantime has no permissions to restore.
            if (!isClientError(error) || error.errorCode !== JsonErrorCode.UnknownCommand) throw error;
          }
        },
      };
    },
    botGuilds: async (options) => (transport.hasBotToken ? listBotGuilds(transport, options) : undefined),
  };
}

/** Discord documentation, User, "Get Current User Guilds". */
export async function listBotGuilds(transport: Transport, { signal }: CallOptions): Promise<Snowflake[]> {
  const operation = "Listing the guilds of the bot";
  const ids: Snowflake[] = [];
  for (;;) {
    const after = ids.at(-1);
    const path = withQuery(apiPath`/users/@me/guilds`, { limit: pageSizes.guilds, after });
    const answer = await transport.call({ operation, method: "GET", path, access: "bot", signal });
    const page = parseList(answer, operation, isGuild, "guilds").map(({ id }) => id);
    // Also supports services that ignore `after` and return all guilds at once.
    const fresh = page.filter((id) => after === undefined || BigInt(id) > BigInt(after));
    ids.push(...fresh);
    if (page.length < pageSizes.guilds || fresh.length === 0) return ids;
  }
}

function isGuild(value: unknown): value is { readonly id: Snowflake } {
  return isSnowflake((value as { id?: unknown } | null)?.id);
}

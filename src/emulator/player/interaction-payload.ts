import { randomBytes } from "node:crypto";
import { type Command, InstallationContext, InteractionContext } from "../../wire/command.ts";
import type { InteractionPayload, InteractionType } from "../../wire/interaction.ts";
import { createSnowflake } from "../base/recent.ts";
import { describeChannel, describeMember, permissionsIn } from "../state/described-guild.ts";
import { directPermissions } from "../state/permission-book.ts";
import { describePlayer } from "../state/players.ts";
import type { FoundPlace } from "./place.ts";
import { messageLimits } from "../../wire/limits.ts";

export type Owners = Readonly<Record<string, string>>;

/** See Discord documentation, Interactions, "Interaction Object". */
export function describeEnvelope(
  place: FoundPlace,
  type: InteractionType,
  owners: Owners,
): Omit<InteractionPayload, "data"> {
  const { world, application, player, guild, member, channel, context } = place;
  return {
    id: createSnowflake(application.clock.now()),
    application_id: application.id,
    type,
    token: randomBytes(48).toString("base64url"),
    version: 1,
    channel_id: channel.id,
    channel: describeChannel(channel, permissionsIn(place)),
    ...(guild && member
      ? {
          guild_id: guild.id,
          guild: { id: guild.id, locale: guild.locale, features: [] },
          guild_locale: guild.locale,
          member: { user: describePlayer(player), ...describeMember(guild, member), ...voice },
        }
      : { user: describePlayer(player) }),
    locale: player.locale,
    app_permissions: applicationPermissions(place),
    context,
    authorizing_integration_owners: owners,
    attachment_size_limit: messageLimits.fileBytes,
    entitlements: world.shop.held(application, player.id, guild?.id),
  };
}

const voice = { mute: false, deaf: false };

/** See Discord documentation, Interactions, "Authorizing Integration Owners Object". */
export function listOwners(
  { application, player, guild, context }: FoundPlace,
  command?: Pick<Command, "integration_types">,
): Owners {
  const { integrationTypes, guilds, players } = application;
  const types = command?.integration_types ?? integrationTypes;
  const isInGuild = guild ? guilds?.includes(guild.id) !== false : context === InteractionContext.BotDm;
  const isOfGuild = types.includes(InstallationContext.GuildInstall) && isInGuild;
  const isOfUser = types.includes(InstallationContext.UserInstall) && players.includes(player.name);
  return {
    ...(isOfGuild && { [InstallationContext.GuildInstall]: guild?.id ?? "0" }),
    ...(isOfUser && { [InstallationContext.UserInstall]: player.id }),
  };
}

function applicationPermissions({ application, guild, context }: FoundPlace): string {
  if (guild && application.guilds?.includes(guild.id) !== false) return application.permissions;
  return context === InteractionContext.BotDm ? directPermissions.ofApplication : directPermissions.ofOthers;
}

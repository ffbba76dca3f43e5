import type { Snowflake } from "../../wire/snowflake.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { LiveWorld } from "./live-world.ts";
import type { Player } from "../state/players.ts";
import { unauthorized, refusal } from "../base/refusal.ts";
import { grantsScope } from "./scopes.ts";

export interface Caller {
  readonly application: EmulatorApplication;
  /** For client credentials, the application's owner. Absent for bot tokens. */
  readonly player?: Player | undefined;
  readonly isApplications?: boolean;
  readonly scopes: string;
  readonly expires?: Date;
  readonly bot: boolean;
  readonly grantId?: string | undefined;
}

export async function findCaller(live: LiveWorld, header: string | undefined): Promise<Caller> {
  const [, scheme = "", token = ""] = /^(Bot|Bearer) (\S+)$/.exec(header ?? "") ?? [];
  const caller = scheme === "Bot" ? findBot(live, token) : await findBearer(live, token);
  if (!caller) throw unauthorized();
  return caller;
}

/**
 * @throws Refusal 50026 if the scope is missing, 20012 if the token belongs to another application, 50001 if the application is
 *   not in the guild.
 */
export function requireCommandManagement(
  caller: Caller,
  applicationId: Snowflake,
  guildId?: Snowflake,
): void {
  const { bot, isApplications, scopes, application } = caller;
  if (!bot && !(isApplications && grantsScope(scopes, "applications.commands.update")))
    throw refusal("MissingScope");
  if (application.id !== applicationId) throw refusal("WrongApplication");
  if (guildId !== undefined && !application.isIn(guildId)) throw refusal("MissingAccess");
}

export function requirePermissionEditing(
  caller: Caller,
  applicationId: Snowflake,
  guildId: Snowflake,
): Player {
  const { bot, player, isApplications, scopes, application } = caller;
  if (bot) throw refusal("BotsNotAllowed");
  if (!player || isApplications || !grantsScope(scopes, "applications.commands.permissions.update"))
    throw refusal("MissingScope");
  if (application.id !== applicationId) throw refusal("WrongApplication");
  if (!application.isIn(guildId)) throw refusal("MissingAccess");
  return player;
}

/** @throws Refusal 401 if the token does not belong to a player, 50001 if the scope is missing. */
export function requireScope({ player, scopes }: Caller, scope: string): Player {
  if (!player) throw unauthorized();
  if (!grantsScope(scopes, scope)) throw refusal("MissingAccess");
  return player;
}

function findBot({ world }: LiveWorld, token: string): Caller | undefined {
  const application = world.applications.find((candidate) => candidate.botToken === token);
  return application && { application, scopes: "", bot: true };
}

export async function findBearer(live: LiveWorld, token: string): Promise<Caller | undefined> {
  const { world } = live;
  const provider = await live.provider();
  const ofPlayer = await provider.AccessToken.find(token);
  const issued = ofPlayer ?? (await provider.ClientCredentials.find(token));
  const application = world.application(issued?.clientId);
  if (!issued || !application) return undefined;
  return {
    application,
    player: ofPlayer ? world.players.byId(issued.accountId ?? "") : world.players.first,
    isApplications: !ofPlayer,
    scopes: issued.scope ?? "",
    // The authorization server uses the system clock.
    expires: new Date(issued.exp * 1000 + world.clock.aheadMs),
    bot: false,
    grantId: issued.grantId,
  };
}

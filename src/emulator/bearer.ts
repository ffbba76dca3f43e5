import type { EmulatorApplication } from "./application.ts";
import type { OidcProvider } from "./oidc-provider.ts";
import type { Player, Players } from "./players.ts";
import { missingAccess, unauthorized } from "./refusal.ts";
import { allows } from "./scopes.ts";

/** Who sends a request. */
export interface Caller {
  readonly application: EmulatorApplication;
  /** The player whose token it is; absent for a bot token and for client credentials. */
  readonly player?: Player | undefined;
  readonly scopes: string;
  /** When the token ends. */
  readonly expires?: Date;
  readonly bot: boolean;
}

/** What {@link findCaller} looks in. */
export interface CallerContext {
  readonly provider: OidcProvider;
  readonly applications: readonly EmulatorApplication[];
  readonly players: Players;
}

/** @throws Refusal 401 unless the header holds a token that is alive. */
export async function findCaller(context: CallerContext, header: string | undefined): Promise<Caller> {
  const [, scheme = "", token = ""] = /^(Bot|Bearer) (\S+)$/.exec(header ?? "") ?? [];
  const caller = scheme === "Bot" ? findBot(context, token) : await findBearer(context, token);
  if (!caller) throw unauthorized();
  return caller;
}

/** @throws Refusal 50001 unless the caller may manage the commands of the application. */
export function mustManageCommands(caller: Caller, applicationId: string): EmulatorApplication {
  const may = caller.bot || (!caller.player && allows(caller.scopes, "applications.commands.update"));
  if (!may || caller.application.id !== applicationId) throw missingAccess();
  return caller.application;
}

function findBot({ applications }: CallerContext, token: string): Caller | undefined {
  const application = applications.find((candidate) => candidate.botToken === token);
  return application && { application, scopes: "", bot: true };
}

async function findBearer(
  { provider, applications, players }: CallerContext,
  token: string,
): Promise<Caller | undefined> {
  const issued = (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
  const application = applications.find(({ id }) => id === issued?.clientId);
  if (!issued || !application) return undefined;
  return {
    application,
    player: issued.accountId === undefined ? undefined : players.byId(issued.accountId),
    scopes: issued.scope ?? "",
    expires: new Date(issued.exp * 1000),
    bot: false,
  };
}

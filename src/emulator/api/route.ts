import type { IncomingHttpHeaders } from "node:http";
import type { Activities } from "../world/activities.ts";
import type { EmulatorApplication } from "../world/application.ts";
import type { Caller } from "../oauth/bearer.ts";
import type { CommandBook } from "../commands/command-book.ts";
import type { ExternalAccounts } from "../world/external-accounts.ts";
import type { InteractionDesk } from "../world/interaction-desk.ts";
import type { MemoryStorage } from "../world/memory-adapter.ts";
import type { OidcProvider } from "../oauth/oidc-provider.ts";
import type { Players } from "../world/players.ts";

/** A request to the API. */
export interface ApiRequest {
  readonly method: string;
  /** Below the base, for example `/users/@me`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Who sends it. @throws Refusal 401 unless the header holds a token that is alive. */
  authenticate(): Promise<Caller>;
}

/** What the API answers. */
export interface ApiAnswer {
  readonly status: number;
  readonly body?: unknown;
}

/** What the API works with. */
export interface ApiContext {
  readonly provider: OidcProvider;
  readonly applications: readonly EmulatorApplication[];
  readonly players: Players;
  readonly storage: MemoryStorage;
  readonly externalAccounts: ExternalAccounts;
  readonly activities: Activities;
  readonly desk: InteractionDesk;
  readonly commandsOf: (applicationId: string) => CommandBook;
}

/** Answers one kind of request; the parts are the groups of its pattern. */
export type Handler = (
  context: ApiContext,
  request: ApiRequest,
  parts: readonly (string | undefined)[],
) => ApiAnswer | Promise<ApiAnswer>;

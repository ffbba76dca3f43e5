import { isDebugging } from "../core/debug.ts";
import { isLoopback, type Fetch } from "../core/request/addresses.ts";
import { type Log, LoggingSeverity } from "../log/logger.ts";
import type { Secrets } from "../log/secrets.ts";
import { peerUser } from "../sign-in/redirect/peer.ts";
import type { CheckedAuthorization } from "../sign-in/arguments.ts";
import { authorize, type AuthorizeContext, type Authorized } from "../sign-in/authorize.ts";
import { canShowBrowser, detectEnvironments, environmentNames } from "../sign-in/browser/environment.ts";
import type { AuthorizeRequest } from "../sign-in/consent.ts";
import { openSystemBrowser } from "../sign-in/browser/open-browser.ts";
import { type RequestWatch, watchAuthorizeRequests } from "../sign-in/desktop-client/authorize-requests.ts";
import { desktopClientPaths } from "../sign-in/desktop-client/socket-paths.ts";
import { prepareLoopback } from "../sign-in/redirect/loopback.ts";
import { chooseRedirect, type RedirectMethod } from "../sign-in/options.ts";
import type { OpenService } from "../sign-in/sign-in.ts";
import type { OpenSocialSdk } from "../social-sdk/social-sdk.ts";
import type { Backend } from "../tokens/backend.ts";
import { ServiceBackend } from "../tokens/service-backend.ts";
import type { Service } from "../tokens/token-endpoint.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import type { CheckedClientOptions } from "./options.ts";

export interface ConnectionContext {
  readonly service: Service;
  readonly fetch: Fetch;
  readonly secrets: Secrets;
  readonly log: Log;
  /** The timeout in milliseconds. Called for each request. */
  readonly requestTimeoutMs: () => number;
  readonly application: () => Snowflake;
}

/** The part of a client that its first operation loads. */
export class OpenConnection implements OpenService {
  readonly backend: Backend;
  /** The vendor's library, if the client uses it. */
  readonly library: OpenSocialSdk | undefined;
  readonly #options: CheckedClientOptions;
  readonly #context: AuthorizeContext;

  constructor(options: CheckedClientOptions, context: ConnectionContext) {
    const { loopback, page, openBrowser = openSystemBrowser, exchangeCode, refreshToken } = options;
    const { service } = context;
    this.#options = options;
    const http = new ServiceBackend({ exchangeCode, refreshToken, ...service, ...context });
    this.library = options.backend?.open({ ...context, http, exchangeCode, refreshToken });
    this.#context = {
      ask: this.library?.ask,
      openBrowser,
      loopback: prepareLoopback(loopback, page, {
        forDevelopers: isLoopback(new URL(service.apiBase).hostname) || isDebugging(),
      }),
      desktopClient: { socketPaths: () => desktopClientPaths(process), peerUser },
      // Comes last, because properties that follow a spread are added one by one, which is slow.
      ...context,
    };
    this.backend = this.library?.backend ?? http;
  }

  authorize(authorization: CheckedAuthorization, request: AuthorizeRequest): Promise<Authorized> {
    return authorize(this.#context, authorization, request);
  }

  chooseRedirect(
    redirect: RedirectMethod | "auto" | undefined,
    authorization: CheckedAuthorization,
  ): readonly RedirectMethod[] {
    return chooseRedirect(redirect, authorization, () => this.#canShowBrowser());
  }

  watchRequests(
    watch: Pick<RequestWatch, "applicationId" | "onRequest">,
    signal: AbortSignal,
  ): Promise<void> {
    const { desktopClient, log } = this.#context;
    return watchAuthorizeRequests({ ...watch, ...desktopClient, log }, signal);
  }

  close(): Promise<void> {
    this.library?.close();
    return this.#context.loopback.close();
  }

  #canShowBrowser(): boolean {
    if (this.library) return true;
    // A custom `openBrowser` may work where detection fails.
    const environments = this.#options.openBrowser ? [] : detectEnvironments();
    for (const name of environments)
      this.#context.log(LoggingSeverity.Info, "redirect", environmentNames[name]);
    return canShowBrowser(environments);
  }
}

import { loadOnce } from "../../core/lazy.ts";

/** A client that is registered with the authorization server. */
export interface ProviderClient {
  readonly clientId: string;
}

/** The part of `oidc-provider` that the emulator uses; the package comes without types. */
export interface OidcProvider {
  readonly Client: {
    find(clientId: string): Promise<ProviderClient | undefined>;
    readonly prototype: RegisteredClient;
  };
  readonly Grant: {
    new (of: { accountId: string; clientId: string }): {
      addOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
    find(id: string): Promise<object | undefined>;
  };
  readonly AuthorizationCode: new (of: NewCode) => { save(): Promise<string> };
  readonly AccessToken: {
    new (of: NewToken): { save(): Promise<string> };
    find(token: string): Promise<IssuedToken | undefined>;
  };
  readonly IdToken: {
    new (claims: { readonly sub: string }, of: { client: ProviderClient | undefined }): NewIdToken;
    readonly prototype: NewIdToken;
  };
  readonly ClientCredentials: { find(token: string): Promise<IssuedToken | undefined> };
  use(middleware: Middleware): unknown;
  callback(): (request: unknown, response: unknown) => Promise<void>;
  interactionDetails(request: unknown, response: unknown): Promise<InteractionDetails>;
  interactionFinished(
    request: unknown,
    response: unknown,
    result: unknown,
    options: { mergeWithLastSubmission: boolean },
  ): Promise<void>;
}

/** A client that knows whether it may be sent to a redirect URI. */
export interface RegisteredClient extends ProviderClient {
  redirectUriAllowed: (this: RegisteredClient, uri: string) => boolean;
}

/** An ID token before it is signed. */
export interface NewIdToken {
  scope: string;
  issue: (this: NewIdToken, options: IdTokenUse) => Promise<string>;
}

export interface IdTokenUse {
  readonly use: "idtoken";
  /** Seconds since 1970; default: as long as ID tokens live. */
  readonly expiresAt?: number;
}

export type ProviderParams = Readonly<Record<string, string | undefined>>;

/** One request on its way through the authorization server. */
export interface ProviderContext {
  status: number;
  body: unknown;
  readonly method?: string;
  /** With the API base, without a version. */
  readonly path?: string;
  readonly query: ProviderParams;
  readonly response: { get(header: string): string };
  /** The first of `types` that the client accepts most. */
  accepts(...types: readonly string[]): string | false;
  set(headers: Record<string, string>): void;
  readonly oidc?: {
    readonly route?: string;
    readonly body?: ProviderParams;
    /** The parameters of the request that the server knows. */
    readonly params?: ProviderParams;
    readonly client?: ProviderClient;
    /** The player's answer on the pages. */
    readonly result?: { readonly consent?: { readonly grantId?: string } };
    readonly entities: Readonly<Record<string, IssuedToken | undefined>>;
    readonly session?: {
      readonly accountId?: string;
      readonly state?: { readonly secret?: string };
      /** Seconds since 1970; undefined for a session that the browser has not sent. */
      readonly exp?: number;
    };
  };
}

export type Middleware = (context: ProviderContext, next: () => Promise<void>) => Promise<void>;

export interface NewToken {
  readonly client: ProviderClient | undefined;
  readonly accountId: string;
  readonly grantId: string;
  readonly scope: string;
  /** Seconds. */
  readonly expiresIn: number;
}

export interface NewCode extends Omit<NewToken, "expiresIn"> {
  readonly redirectUri: string;
  readonly codeChallenge?: string;
  readonly codeChallengeMethod?: "S256";
  readonly nonce?: string;
}

/** A valid token. */
export interface IssuedToken {
  readonly accountId?: string;
  readonly clientId: string;
  readonly scope?: string;
  readonly grantId?: string;
  /** Seconds since 1970. */
  readonly exp: number;
}

/** The question of the authorization server to the player. */
export interface InteractionDetails {
  readonly uid: string;
  readonly prompt: { readonly name: string };
  readonly params: {
    readonly client_id: string;
    readonly scope?: string;
    readonly redirect_uri?: string;
    readonly integration_type?: string;
  };
  /** The session of the browser, with the account that is signed in. */
  readonly session?: { readonly uid: string; readonly accountId?: string };
}

/** The rules by which the server shows the player a page. */
export interface InteractionPolicy {
  get(page: "consent"): { readonly checks: { get(reason: "native_client_prompt"): PageCheck | undefined } };
}

/** One such rule. */
interface PageCheck {
  /** Whether the page is needed. */
  check: (context: ProviderContext) => boolean;
}

/** The exports of the package. */
export interface OidcProviderModule {
  readonly interactionPolicy: { readonly base: () => InteractionPolicy };
  readonly Provider: new (issuer: string, configuration: unknown) => OidcProvider;
  readonly errors: {
    readonly InvalidRequest: new (description: string) => Error;
    readonly InvalidScope: new (description: string, scope: string) => Error;
  };
}

/** Loads the package, which the build puts beside ours. It is not read before an emulator needs it. */
export const loadOidcProvider: () => Promise<OidcProviderModule> = loadOnce(() =>
  loadQuietly(() => import("oidc-provider")),
);

/**
 * Called once for all emulators: of two calls at a time, each would restore the silenced `console.warn` of the other.
 *
 * @internal Exported for its test.
 */
export async function loadQuietly(load: () => Promise<OidcProviderModule>): Promise<OidcProviderModule> {
  // Node 20 lacks a function that the package takes from Node 22, and prints a warning.
  if (!("parse" in URL))
    Object.defineProperty(URL, "parse", { value: parseUrl, configurable: true, writable: true });
  const output: { warn: (...words: unknown[]) => void } = globalThis.console;
  const { warn } = output;
  output.warn = (...words) => {
    if (!String(words[0]).includes("oidc-provider WARNING")) warn(...words);
  };
  try {
    return await load();
  } finally {
    output.warn = warn;
  }
}

function parseUrl(url: string, base?: string): URL | null {
  return URL.canParse(url, base) ? new URL(url, base) : null;
}

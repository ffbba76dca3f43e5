import { loadOnce } from "../../core/lazy.ts";

export interface ProviderClient {
  readonly clientId: string;
}

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

export interface RegisteredClient extends ProviderClient {
  redirectUriAllowed: (this: RegisteredClient, uri: string) => boolean;
}

export interface NewIdToken {
  scope: string;
  issue: (this: NewIdToken, options: IdTokenUse) => Promise<string>;
}

export interface IdTokenUse {
  readonly use: "idtoken";
  /** In seconds since 1970. Default: the end of the ID token's lifetime. */
  readonly expiresAt?: number;
}

export type ProviderParams = Readonly<Record<string, string | undefined>>;

export interface ProviderContext {
  status: number;
  body: unknown;
  readonly method?: string;
  readonly path?: string;
  readonly query: ProviderParams;
  readonly response: { get(header: string): string };
  accepts(...types: readonly string[]): string | false;
  set(headers: Record<string, string>): void;
  readonly oidc?: {
    readonly route?: string;
    readonly body?: ProviderParams;
    readonly params?: ProviderParams;
    readonly client?: ProviderClient;
    readonly result?: { readonly consent?: { readonly grantId?: string } };
    readonly entities: Readonly<Record<string, IssuedToken | undefined>>;
    readonly session?: {
      readonly accountId?: string;
      readonly state?: { readonly secret?: string };
      /** In seconds since 1970. `undefined` for a new session. */
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
  /** In seconds. */
  readonly expiresIn: number;
}

export interface NewCode extends Omit<NewToken, "expiresIn"> {
  readonly redirectUri: string;
  readonly codeChallenge?: string;
  readonly codeChallengeMethod?: "S256";
  readonly nonce?: string;
}

export interface IssuedToken {
  readonly accountId?: string;
  readonly clientId: string;
  readonly scope?: string;
  readonly grantId?: string;
  /** In seconds since 1970. */
  readonly exp: number;
}

export interface InteractionDetails {
  readonly uid: string;
  readonly prompt: { readonly name: string };
  readonly params: {
    readonly client_id: string;
    readonly scope?: string;
    readonly redirect_uri?: string;
    readonly integration_type?: string;
  };
  readonly session?: { readonly uid: string; readonly accountId?: string };
}

export interface InteractionPolicy {
  get(page: "consent"): { readonly checks: { get(reason: "native_client_prompt"): PageCheck | undefined } };
}

interface PageCheck {
  check: (context: ProviderContext) => boolean;
}

export interface OidcProviderModule {
  readonly interactionPolicy: { readonly base: () => InteractionPolicy };
  readonly Provider: new (issuer: string, configuration: unknown) => OidcProvider;
  readonly errors: {
    readonly InvalidRequest: new (description: string) => Error;
    readonly InvalidScope: new (description: string, scope: string) => Error;
  };
}

export const loadOidcProvider: () => Promise<OidcProviderModule> = loadOnce(() =>
  loadQuietly(() => import("oidc-provider")),
);

/**
 * Must be called only once, because concurrent calls could restore the silenced `console.warn` instead of the original.
 *
 * @internal Exported for its test.
 */
export async function loadQuietly(load: () => Promise<OidcProviderModule>): Promise<OidcProviderModule> {
  // On Node 20, the package warns that `URL.parse` is missing.
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

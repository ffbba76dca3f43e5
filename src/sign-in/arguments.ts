import { type Table, foreignSignInOptions } from "../core/check/fields.ts";
import { isObject, isWellFormed, kindOf, optional, type Reader, readerOf } from "../core/check/readers.ts";
import { type ErrorCode, validationError } from "../core/errors.ts";
import { inspectAs } from "../core/printing.ts";
import {
  type ArgumentsType,
  Contents,
  deviceFields,
  type ArgumentFields,
  finishNullobj,
  unread,
} from "../tokens/device-arguments.ts";
import { parseScopes } from "../tokens/scopes.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import type { Scopes } from "../wire/scope.ts";
import { AuthorizationCodeVerifier, AuthorizationCodeChallenge } from "./code-verifier.ts";
import { parseScheme, type SchemeName } from "./redirect/custom-scheme-name.ts";

/** The kind of installation (Discord Social SDK, `IntegrationType`). @stable */
export const IntegrationType = {
  GuildInstall: 0,
  UserInstall: 1,
} as const;

export type IntegrationType = (typeof IntegrationType)[keyof typeof IntegrationType];

/** The fields of {@link AuthorizationArgs} as a plain object. @stable */
export interface AuthorizationInit {
  /** The game's application id. Default: the client's. Error: `invalid_id`. */
  readonly clientId?: SnowflakeInput | undefined;
  /**
   * The requested scopes, at least one, as a list or a space-separated string (RFC 6749 §3.3).
   * `Client.GetDefaultPresenceScopes()` returns the scopes for rich presence. Errors: `missing_scope`, `invalid_scope`.
   */
  readonly scopes: Scopes;
  /**
   * Ties the callback to this request (RFC 6749 §4.1.1): 1 to 1,024 characters, sent unchanged. Default (recommended): a secure
   * random string. Error: `invalid_state`.
   */
  readonly state?: string | undefined;
  /**
   * Included in the ID token (OpenID Connect Core §3.1.2.1), for backends that read ID tokens: 1 to 1,024 characters. Default:
   * none. Error: `invalid_nonce`.
   */
  readonly nonce?: string | undefined;
  /**
   * The challenge for your own verifier (RFC 7636 §4.2), from `Client.CreateAuthorizationCodeVerifier`. Default: `Authorize`
   * creates a verifier and returns it in the result. Error: `invalid_code_challenge`.
   */
  readonly codeChallenge?: AuthorizationCodeChallenge | undefined;
  /**
   * Whether the application is added to a guild or to the player's account. Default: the service decides. Error:
   * `invalid_integration_type`.
   */
  readonly integrationType?: IntegrationType | undefined;
  /**
   * The custom scheme for the redirect to the game. The redirect URI is `<scheme>:/authorize/callback`. Default: `discord-`
   * followed by the application id. Errors: `invalid_scheme`, `reserved_scheme`.
   */
  readonly customSchemeParam?: string | undefined;
}

const readIntegrationType = readerOf<IntegrationType>(
  "GuildInstall (0) or UserInstall (1)",
  (value) => value === IntegrationType.GuildInstall || value === IntegrationType.UserInstall,
  { code: "invalid_integration_type", printable: /^\w{1,24}$/ },
);

const authorizationFields: Table<ArgumentFields<AuthorizationInit>> = {
  ...deviceFields,
  state: sentText("invalid_state"),
  nonce: sentText("invalid_nonce"),
  codeChallenge: readChallenge,
  integrationType: optional(readIntegrationType),
  customSchemeParam: text("invalid_scheme"),
};

const authorizationType: ArgumentsType<AuthorizationInit> = {
  name: "AuthorizationArgs",
  table: authorizationFields,
  secrets: ["state", "nonce"],
  foreign: foreignSignInOptions,
};

function readChallenge(value: unknown, name: string): AuthorizationCodeChallenge | undefined {
  const challenge = value instanceof AuthorizationCodeVerifier ? value.Challenge() : value;
  if (challenge === undefined || challenge instanceof AuthorizationCodeChallenge) return challenge?.Clone();
  throw validationError(
    "invalid_code_challenge",
    `${name} is not an AuthorizationCodeChallenge: it is ${kindOf(value)}.`,
    "Pass Client.CreateAuthorizationCodeVerifier().Challenge() itself. Copies made with structuredClone or JSON are empty.",
  );
}

function text(code: ErrorCode): Reader<string | undefined> {
  return (value, name) => {
    if (value === undefined || typeof value === "string") return value;
    throw validationError(
      code,
      `${name} is not a string: it is ${kindOf(value)}.`,
      `Pass a string to Set${name}.`,
    );
  };
}

/**
 * Rejects longer strings, because the URL could become too long for servers, and lone surrogates, because they would be replaced
 * when sent.
 */
function sentText(code: ErrorCode): Reader<string | undefined> {
  const most = 1024;
  return (value, name) => {
    const sent = text(code)(value, name);
    if (sent === undefined || (sent !== "" && sent.length <= most && isWellFormed(sent))) return sent;
    throw validationError(
      code,
      `${name} is not a well-formed string of 1 to ${most} characters.`,
      `Leave it unset, or pass 20 to 40 random characters to Set${name}.`,
    );
  };
}

/** Gives this module access to the private fields of {@link AuthorizationArgs}. */
let fieldsOf: (args: AuthorizationArgs) => Readonly<ArgumentFields<AuthorizationInit>>;

/**
 * Arguments for `Client.Authorize` (Discord Social SDK, `AuthorizationArgs`). Each field has a getter with the field's name and a
 * setter named `Set<Field>`. `Clone` copies the arguments; `Move` transfers them and leaves an invalid object. Setters reject
 * values of the wrong type immediately (`ClientError`, ValidationError); `Authorize` checks the combination. Inspection shows the
 * state and the nonce as `[hidden]`.
 *
 * @stable
 */
export class AuthorizationArgs {
  /** An uninitialized instance. It is invalid: reading, changing or sending it throws. */
  static readonly nullobj: AuthorizationArgs = new AuthorizationArgs();
  static {
    inspectAs(this.prototype, (args) => args.#contents.printable);
    fieldsOf = (args) => args.#contents.all;
    finishNullobj(this);
  }

  /** @internal Rejects objects without the private fields. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isObject(value) && #contents in value && Function.prototype[Symbol.hasInstance].call(this, value);
  }
  readonly #contents = new Contents(authorizationType);

  /**
   * Creates empty arguments, or a copy of other arguments.
   *
   * @param other - Arguments, or their fields as a plain object.
   * @throws ClientError (ValidationError) `invalid_argument`, `unknown_option`, or an error thrown by a setter.
   */
  constructor(other?: AuthorizationArgs | AuthorizationInit) {
    if (other instanceof AuthorizationArgs) this.#contents.copy(other.#contents);
    else if (other !== undefined) this.#contents.read(other);
  }

  /** Converts a plain object to arguments; returns an instance unchanged. */
  static from(value: AuthorizationArgs | AuthorizationInit): AuthorizationArgs {
    if (value instanceof AuthorizationArgs) return value;
    const args = new AuthorizationArgs();
    args.#contents.read(value);
    return args;
  }

  /** Returns the game's application id. If unset, the id passed to `Client.SetApplicationId` is used. */
  ClientId(): Snowflake | undefined {
    return this.#contents.get("clientId");
  }

  /**
   * Sets the application id. If `undefined`, the client's id is used.
   *
   * @throws ClientError `invalid_id` for a JavaScript number or a malformed id.
   */
  SetClientId(value: SnowflakeInput | undefined): void {
    this.#contents.set("clientId", value);
  }

  /** Returns the space-separated scopes, or an empty string if unset. */
  Scopes(): string {
    return this.#contents.get("scopes");
  }

  /**
   * Replaces the requested scopes.
   *
   * @throws ClientError `invalid_scope` unless `value` is a list of scopes or a string.
   */
  SetScopes(value: Scopes): void {
    this.#contents.set("scopes", value);
  }

  /** Returns the OAuth state. If unset (recommended), `Authorize` creates a secure random one. */
  State(): string | undefined {
    return this.#contents.get("state");
  }

  /**
   * Sets the OAuth state, which is sent unchanged. If `undefined` (recommended), `Authorize` creates a secure random one.
   *
   * @throws ClientError `invalid_state` unless it has 1 to 1,024 characters.
   */
  SetState(value: string | undefined): void {
    this.#contents.set("state", value);
  }

  /** Returns the nonce for the ID token, which backends that read ID tokens can check. */
  Nonce(): string | undefined {
    return this.#contents.get("nonce");
  }

  /**
   * Sets the nonce for the ID token; `undefined` removes it.
   *
   * @throws ClientError `invalid_nonce` unless it has 1 to 1,024 characters.
   */
  SetNonce(value: string | undefined): void {
    this.#contents.set("nonce", value);
  }

  /** Returns a copy of the challenge. If unset, `Authorize` creates a verifier and returns it. */
  CodeChallenge(): AuthorizationCodeChallenge | undefined {
    return this.#contents.get("codeChallenge")?.Clone();
  }

  /**
   * Sets the challenge, directly or from a verifier.
   *
   * @throws ClientError `invalid_code_challenge` for anything else, including copies made with structuredClone or JSON.
   */
  SetCodeChallenge(value: AuthorizationCodeChallenge | AuthorizationCodeVerifier | undefined): void {
    this.#contents.set("codeChallenge", value);
  }

  /** Returns how this authorization installs the application. */
  IntegrationType(): IntegrationType | undefined {
    return this.#contents.get("integrationType");
  }

  /**
   * Sets how this authorization installs the application. If `undefined`, the service decides.
   *
   * @throws ClientError `invalid_integration_type` unless `value` is a member of {@link IntegrationType}.
   */
  SetIntegrationType(value: IntegrationType | undefined): void {
    this.#contents.set("integrationType", value);
  }

  /** Returns the custom scheme for the redirect. The redirect URI is `<scheme>:/authorize/callback`. */
  CustomSchemeParam(): string | undefined {
    return this.#contents.get("customSchemeParam");
  }

  /**
   * Sets the custom scheme for the redirect. If `undefined`, the scheme is `discord-` followed by the application id.
   *
   * @throws ClientError `invalid_scheme` unless `value` is a string.
   */
  SetCustomSchemeParam(value: string | undefined): void {
    this.#contents.set("customSchemeParam", value);
  }

  /** Returns `false` for `nullobj` and after `Move`. */
  IsValid(): boolean {
    return this.#contents.isValid;
  }

  /** Returns an independent copy. A copy of an invalid object is invalid. */
  Clone(): AuthorizationArgs {
    return new AuthorizationArgs(this);
  }

  /** Moves the contents to a new object and invalidates this one. Moving an invalid object returns an invalid object. */
  Move(): AuthorizationArgs {
    const target = new AuthorizationArgs();
    target.#contents.move(this.#contents);
    return target;
  }
}

/** `signIn` creates the challenge itself. */
type SignInArguments = Omit<AuthorizationInit, "codeChallenge">;

/** Passed through unchecked, because the constructor of {@link AuthorizationArgs} checks them. */
export const argumentFields: Table<SignInArguments> = withoutChallenge(unread(authorizationFields));

function withoutChallenge(table: ReturnType<typeof unread>): Table<SignInArguments> {
  const { codeChallenge: _challenge, ...others } = table;
  return others as unknown as Table<SignInArguments>;
}

export function splitArguments<Options extends SignInArguments>(
  options: Options,
): [args: SignInArguments, others: Omit<Options, keyof SignInArguments>] {
  const [args, others] = [true, false].map((isArgument) =>
    Object.fromEntries(Object.entries(options).filter(([name]) => name in argumentFields === isArgument)),
  );
  return [args as unknown as SignInArguments, others as unknown as Omit<Options, keyof SignInArguments>];
}

export function checkAuthorization(
  args: AuthorizationArgs,
  defaultApplication: () => Snowflake,
): CheckedAuthorization {
  const { clientId, scopes, codeChallenge, customSchemeParam, ...unchanged } = fieldsOf(args);
  const checked = parseScopes(scopes);
  const applicationId = clientId ?? defaultApplication();
  return Object.freeze({
    ...unchanged,
    applicationId,
    scopes: checked,
    codeChallenge: codeChallenge?.Challenge(),
    scheme: Object.freeze(parseScheme({ applicationId, scheme: customSchemeParam })),
    namesScheme: customSchemeParam !== undefined,
  });
}

type UnchangedFields = Omit<AuthorizationInit, "clientId" | "scopes" | "codeChallenge" | "customSchemeParam">;

export interface CheckedAuthorization extends UnchangedFields {
  readonly applicationId: Snowflake;
  /** At least one scope. Several are separated by single spaces. */
  readonly scopes: string;
  /** An S256 challenge. If `undefined`, each attempt creates a new verifier. */
  readonly codeChallenge: string | undefined;
  readonly scheme: SchemeName;
  readonly namesScheme: boolean;
}

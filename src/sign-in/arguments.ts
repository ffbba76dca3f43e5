import { type Table } from "../core/check/fields.ts";
import { foreignSignInOptions } from "../core/check/foreign-options.ts";
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

/** How the application is installed (Discord Social SDK, `IntegrationType`). */
export const IntegrationType = {
  /** Installed to a guild. */
  GuildInstall: 0,
  /** Installed to a user. */
  UserInstall: 1,
} as const;

export type IntegrationType = (typeof IntegrationType)[keyof typeof IntegrationType];

/** The fields of {@link AuthorizationArgs} as a plain object. */
export interface AuthorizationInit {
  /** The game's application id. Default: the client's. Error: `invalid_id`. */
  readonly clientId?: SnowflakeInput | undefined;
  /**
   * The requested scopes, at least one: a list, or a space-separated string (RFC 6749 §3.3). `Client.GetDefaultPresenceScopes()`
   * returns the scopes for rich presence. Errors: `missing_scope`, `invalid_scope`.
   */
  readonly scopes: Scopes;
  /**
   * Binds the callback to this request (RFC 6749 §4.1.1): 1 to 1,024 characters, sent unchanged. Default (recommended): a secure
   * random string. Error: `invalid_state`.
   */
  readonly state?: string | undefined;
  /**
   * Included in the ID token (OpenID Connect Core §3.1.2.1): 1 to 1,024 characters. For backends that read ID tokens. Default:
   * none. Error: `invalid_nonce`.
   */
  readonly nonce?: string | undefined;
  /**
   * The challenge of your own verifier (RFC 7636 §4.2), from `Client.CreateAuthorizationCodeVerifier`. Default: `Authorize`
   * creates a verifier and returns it in the result. Error: `invalid_code_challenge`.
   */
  readonly codeChallenge?: AuthorizationCodeChallenge | undefined;
  /**
   * Whether the application is added to a guild or to the player's account. Default: the service decides. Error:
   * `invalid_integration_type`.
   */
  readonly integrationType?: IntegrationType | undefined;
  /**
   * The scheme used for the redirect to the game; the redirect URI is `<scheme>:/authorize/callback`. Default: `discord-` and the
   * application id. Errors: `invalid_scheme`, `reserved_scheme`.
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

/** Servers reject the overlong URLs that would result from longer strings. Lone surrogates would be replaced when sent. */
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

/** Reads all fields of arguments. */
let fieldsOf: (args: AuthorizationArgs) => Readonly<ArgumentFields<AuthorizationInit>>;

/**
 * The arguments of `Client.Authorize` (Discord Social SDK, `AuthorizationArgs`). Each field has a getter with the field's name
 * and a setter `Set<Field>`. `Clone` copies the arguments; `Move` takes their contents and leaves an invalid object. Setters
 * reject values of the wrong type immediately (`ClientError`, ValidationError); `Authorize` checks the combination. When
 * inspected, state and nonce are `[hidden]`.
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
   * Creates empty arguments, or a copy.
   *
   * @param other - arguments, or their fields as a plain object.
   * @throws ClientError (ValidationError) `invalid_argument`, `unknown_option`, and the errors thrown by the setters.
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

  /** Returns the game's application id. If unset, the value passed to `Client.SetApplicationId` is used. */
  ClientId(): Snowflake | undefined {
    return this.#contents.get("clientId");
  }

  /**
   * Sets the application id. With `undefined`, the client's is used.
   *
   * @throws ClientError `invalid_id` for a JavaScript number or a malformed id.
   */
  SetClientId(value: SnowflakeInput | undefined): void {
    this.#contents.set("clientId", value);
  }

  /** Returns the space-separated scopes; an empty string if unset. */
  Scopes(): string {
    return this.#contents.get("scopes");
  }

  /**
   * Replaces the requested scopes.
   *
   * @throws ClientError `invalid_scope` unless it is a list of scopes or a string.
   */
  SetScopes(value: Scopes): void {
    this.#contents.set("scopes", value);
  }

  /** OAuth state. If unset (recommended), `Authorize` creates a secure random one. */
  State(): string | undefined {
    return this.#contents.get("state");
  }

  /**
   * Sets the OAuth state. With `undefined` (recommended), `Authorize` creates a secure random one.
   *
   * @throws ClientError `invalid_state` unless it has 1 to 1,024 characters. It is sent unchanged.
   */
  SetState(value: string | undefined): void {
    this.#contents.set("state", value);
  }

  /** Nonce for the ID token, for backends that read ID tokens. */
  Nonce(): string | undefined {
    return this.#contents.get("nonce");
  }

  /**
   * Sets or, with `undefined`, removes the nonce for the ID token.
   *
   * @throws ClientError `invalid_nonce` unless it has 1 to 1,024 characters.
   */
  SetNonce(value: string | undefined): void {
    this.#contents.set("nonce", value);
  }

  /** A copy of the challenge. If unset, `Authorize` creates a verifier and returns it. */
  CodeChallenge(): AuthorizationCodeChallenge | undefined {
    return this.#contents.get("codeChallenge")?.Clone();
  }

  /**
   * Sets the challenge, or the challenge of the given verifier.
   *
   * @throws ClientError `invalid_code_challenge` for anything else, including a copy made with structuredClone or JSON.
   */
  SetCodeChallenge(value: AuthorizationCodeChallenge | AuthorizationCodeVerifier | undefined): void {
    this.#contents.set("codeChallenge", value);
  }

  /** How this authorization installs the application. */
  IntegrationType(): IntegrationType | undefined {
    return this.#contents.get("integrationType");
  }

  /**
   * Sets how this authorization installs the application. With `undefined`, the service decides.
   *
   * @throws ClientError `invalid_integration_type` unless it is a member of {@link IntegrationType}.
   */
  SetIntegrationType(value: IntegrationType | undefined): void {
    this.#contents.set("integrationType", value);
  }

  /** Scheme of a custom-scheme redirect: the redirect URI is `<scheme>:/authorize/callback`. */
  CustomSchemeParam(): string | undefined {
    return this.#contents.get("customSchemeParam");
  }

  /**
   * Sets the scheme of a custom-scheme redirect. With `undefined`: `discord-` and the application id.
   *
   * @throws ClientError `invalid_scheme` unless it is a string.
   */
  SetCustomSchemeParam(value: string | undefined): void {
    this.#contents.set("customSchemeParam", value);
  }

  /** Returns `false` for `nullobj` and after `Move`. */
  IsValid(): boolean {
    return this.#contents.isValid;
  }

  /** Returns an independent copy. The copy of an invalid object is invalid. */
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

/** The arguments among the options of `signIn`, which creates the challenge. */
type SignInArguments = Omit<AuthorizationInit, "codeChallenge">;

/** The constructor of {@link AuthorizationArgs} checks the values. */
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

/** Checks all arguments of an authorization once for all later stages. */
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
  /** Separated by single spaces; at least one. */
  readonly scopes: string;
  /** S256. Default: a new verifier's challenge per attempt. */
  readonly codeChallenge: string | undefined;
  readonly scheme: SchemeName;
  readonly namesScheme: boolean;
}

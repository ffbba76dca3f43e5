import { type ErrorCode, validationError } from "../core/errors.ts";
import { Contents, plainArguments } from "../core/check/argument-object.ts";
import type { Table } from "../core/check/fields.ts";
import { foreignSignInOptions } from "../core/check/foreign-options.ts";
import {
  isWellFormed,
  kindOf,
  asItIs,
  isObject,
  optional,
  parseSnowflake,
  wrongArgument,
} from "../core/check/readers.ts";
import { hiddenIf, inspectAs } from "../core/printing.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import type { Scopes } from "../wire/scope.ts";
import { AuthorizationCodeVerifier, AuthorizationCodeChallenge } from "./code-verifier.ts";
import { readScopes, parseScopes } from "../tokens/scopes.ts";
import { parseScheme, type SchemeName } from "./redirect/custom-scheme-name.ts";

/** How the application is installed (Discord Social SDK, `IntegrationType`). */
export const IntegrationType = {
  /** Installed to a guild. */
  GuildInstall: 0,
  /** Installed to a user. */
  UserInstall: 1,
} as const;

export type IntegrationType = (typeof IntegrationType)[keyof typeof IntegrationType];

export function isIntegrationType(value: unknown): value is IntegrationType {
  return value === IntegrationType.GuildInstall || value === IntegrationType.UserInstall;
}

/** The fields of {@link AuthorizationArgs} as a plain object. */
export interface AuthorizationInit {
  /** Application id of the game. Default: the client's. Error: `invalid_id`. */
  readonly clientId?: SnowflakeInput | undefined;
  /**
   * The requested scopes: a list, or a space-separated string (RFC 6749 §3.3). At least one. `Client.GetDefaultPresenceScopes()`
   * returns the scopes for rich presence. Errors: `missing_scope`, `invalid_scope`.
   */
  readonly scopes: Scopes;
  /**
   * Binds the callback to this request (RFC 6749 §4.1.1): 1 to 1,024 characters, sent unchanged. Default, and recommended: a
   * secure random string. Error: `invalid_state`.
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
   * Scheme of the redirect to the game: the redirect URI is `<scheme>:/authorize/callback`. Default: `discord-` and the
   * application id. Errors: `invalid_scheme`, `reserved_scheme`.
   */
  readonly customSchemeParam?: string | undefined;
}

type Fields = {
  -readonly [Name in keyof Omit<AuthorizationInit, "clientId" | "scopes">]: AuthorizationInit[Name];
} & {
  clientId?: Snowflake | undefined;
  scopes: string;
};

/**
 * The arguments of `Client.Authorize` (Discord Social SDK, `AuthorizationArgs`). Each field has a getter of its name and a setter
 * `Set<Field>`. `Clone` copies; `Move` takes the contents and leaves an invalid object. Setters reject values of the wrong type
 * immediately (`ClientError`, ValidationError); `Authorize` checks the combination. When inspected, state and nonce are
 * `[hidden]`.
 */
export class AuthorizationArgs {
  /** An uninitialized instance. It is not valid: reading, changing or sending it throws. */
  static readonly nullobj: AuthorizationArgs = new AuthorizationArgs();
  static {
    inspectAs(this.prototype, (args) =>
      args.IsValid() ? shownFields(args.#contents.fields) : { isValid: false },
    );
    this.nullobj.Move();
    Object.freeze(this.nullobj);
    Object.defineProperty(this, "nullobj", { writable: false, configurable: false });
  }

  /** @internal Rejects objects without the private fields. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isObject(value) && #contents in value && Function.prototype[Symbol.hasInstance].call(this, value);
  }
  readonly #contents = new Contents<Fields>("AuthorizationArgs", { scopes: "" });

  /**
   * Creates empty arguments, or a copy.
   *
   * @param other - arguments, or their fields as a plain object.
   * @throws ClientError (ValidationError) `invalid_argument`, `unknown_option`, and the errors of the setters.
   */
  constructor(other?: AuthorizationArgs | AuthorizationInit) {
    if (other === undefined) return;
    if (other instanceof AuthorizationArgs) this.#contents.copy(other.#contents);
    else this.#set(readInit(other, "args"));
  }

  /** Converts a plain object to arguments; returns an instance unchanged. */
  static from(value: AuthorizationArgs | AuthorizationInit): AuthorizationArgs {
    return value instanceof AuthorizationArgs ? value : new AuthorizationArgs(readInit(value, "args"));
  }

  /** Application id of the game. If unset, the value of `Client.SetApplicationId` is used. */
  ClientId(): Snowflake | undefined {
    return this.#contents.fields.clientId;
  }

  /**
   * Sets the application id. With `undefined`, the client's is used.
   *
   * @throws ClientError `invalid_id` for a JavaScript number or a malformed id.
   */
  SetClientId(value: SnowflakeInput | undefined): void {
    this.#contents.fields.clientId = value === undefined ? undefined : parseSnowflake(value, "ClientId");
  }

  /** Space-separated scopes; an empty string if unset. */
  Scopes(): string {
    return this.#contents.fields.scopes;
  }

  /**
   * Replaces the requested scopes.
   *
   * @throws ClientError `invalid_scope` unless it is a list of scopes or a string.
   */
  SetScopes(value: Scopes): void {
    this.#contents.fields.scopes = optional(readScopes)(value, "Scopes") ?? "";
  }

  /** OAuth state. If unset (recommended), `Authorize` creates a secure random one. */
  State(): string | undefined {
    return this.#contents.fields.state;
  }

  /**
   * Sets the OAuth state. With `undefined` (recommended), `Authorize` creates a secure random one.
   *
   * @throws ClientError `invalid_state` unless it has 1 to 1,024 characters. It is sent unchanged.
   */
  SetState(value: string | undefined): void {
    this.#contents.fields.state = sentText(value, "State", "invalid_state");
  }

  /** Nonce for the ID token, for backends that read ID tokens. */
  Nonce(): string | undefined {
    return this.#contents.fields.nonce;
  }

  /**
   * Sets or, with `undefined`, removes the nonce for the ID token.
   *
   * @throws ClientError `invalid_nonce` unless it has 1 to 1,024 characters.
   */
  SetNonce(value: string | undefined): void {
    this.#contents.fields.nonce = sentText(value, "Nonce", "invalid_nonce");
  }

  /** A copy of the challenge. If unset, `Authorize` creates a verifier and returns it. */
  CodeChallenge(): AuthorizationCodeChallenge | undefined {
    return this.#contents.fields.codeChallenge?.Clone();
  }

  /**
   * Sets the challenge, or the challenge of the given verifier.
   *
   * @throws ClientError `invalid_code_challenge` for anything else, including a copy made with structuredClone or JSON.
   */
  SetCodeChallenge(value: AuthorizationCodeChallenge | AuthorizationCodeVerifier | undefined): void {
    const challenge = value instanceof AuthorizationCodeVerifier ? value.Challenge() : value;
    if (challenge !== undefined && !(challenge instanceof AuthorizationCodeChallenge)) {
      throw validationError(
        "invalid_code_challenge",
        `CodeChallenge is not an AuthorizationCodeChallenge: it is ${kindOf(value)}.`,
        "Pass Client.CreateAuthorizationCodeVerifier().Challenge() itself: a copy made by structuredClone or JSON is empty.",
      );
    }
    this.#contents.fields.codeChallenge = challenge?.Clone();
  }

  /** How this authorization installs the application. */
  IntegrationType(): IntegrationType | undefined {
    return this.#contents.fields.integrationType;
  }

  /**
   * Sets how this authorization installs the application. With `undefined`, the service decides.
   *
   * @throws ClientError `invalid_integration_type` unless it is a member of {@link IntegrationType}.
   */
  SetIntegrationType(value: IntegrationType | undefined): void {
    if (value !== undefined && !isIntegrationType(value)) {
      const words = { code: "invalid_integration_type", shown: /^\w{1,24}$/ } as const;
      throw wrongArgument("IntegrationType", value, "GuildInstall (0) or UserInstall (1)", words);
    }
    this.#contents.fields.integrationType = value;
  }

  /** Scheme of a custom-scheme redirect: the redirect URI is `<scheme>:/authorize/callback`. */
  CustomSchemeParam(): string | undefined {
    return this.#contents.fields.customSchemeParam;
  }

  /**
   * Sets the scheme of a custom-scheme redirect. With `undefined`: `discord-` and the application id.
   *
   * @throws ClientError `invalid_scheme` unless it is a string.
   */
  SetCustomSchemeParam(value: string | undefined): void {
    this.#contents.fields.customSchemeParam = optionalText(value, "CustomSchemeParam", "invalid_scheme");
  }

  /** Returns `false` for `nullobj` and after `Move`. */
  IsValid(): boolean {
    return this.#contents.areThere;
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

  #set(init: AuthorizationInit): void {
    this.SetClientId(init.clientId);
    this.SetScopes(init.scopes);
    this.SetState(init.state);
    this.SetNonce(init.nonce);
    this.SetCodeChallenge(init.codeChallenge);
    this.SetIntegrationType(init.integrationType);
    this.SetCustomSchemeParam(init.customSchemeParam);
  }
}

function shownFields(fields: Fields): object {
  return { ...fields, state: hiddenIf(fields.state), nonce: hiddenIf(fields.nonce) };
}

/** The setters of {@link AuthorizationArgs} check the values. */
export const argumentFields: Table<Arguments> = {
  clientId: asItIs(),
  scopes: asItIs(),
  state: asItIs(),
  nonce: asItIs(),
  integrationType: asItIs(),
  customSchemeParam: asItIs(),
};

type Arguments = Omit<AuthorizationInit, "codeChallenge">;

export function splitArguments<Options extends Arguments>(
  options: Options,
): [args: Arguments, others: Omit<Options, keyof Arguments>] {
  const [args, others] = [true, false].map((isArgument) =>
    Object.fromEntries(Object.entries(options).filter(([name]) => name in argumentFields === isArgument)),
  );
  return [args as unknown as Arguments, others as unknown as Omit<Options, keyof Arguments>];
}

const readInit = plainArguments<AuthorizationInit>(
  "AuthorizationArgs",
  { ...argumentFields, codeChallenge: asItIs() },
  foreignSignInOptions,
);

/** Servers reject the overlong URLs that longer strings lead to. */
const longestText = 1024;

/** Lone surrogates would be replaced when sent. */
function sentText(value: unknown, field: string, code: ErrorCode): string | undefined {
  const text = optionalText(value, field, code);
  if (text === undefined || (text !== "" && text.length <= longestText && isWellFormed(text))) return text;
  throw validationError(
    code,
    `${field} is not a well-formed text of 1 to ${longestText} characters.`,
    `Leave it unset, or pass some 20 to 40 random characters to Set${field}.`,
  );
}

function optionalText(value: unknown, field: string, code: ErrorCode): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  throw validationError(
    code,
    `${field} is not a string: it is ${kindOf(value)}.`,
    `Pass a string to Set${field}.`,
  );
}

/** Checks all arguments of an authorization once for all later stages. */
export function checkAuthorization(
  args: AuthorizationArgs,
  defaultApplication: () => Snowflake,
): CheckedAuthorization {
  const scopes = parseScopes(args.Scopes());
  const applicationId = args.ClientId() ?? defaultApplication();
  const scheme = args.CustomSchemeParam();
  return Object.freeze({
    applicationId,
    scopes,
    state: args.State(),
    nonce: args.Nonce(),
    codeChallenge: args.CodeChallenge()?.Challenge(),
    integrationType: args.IntegrationType(),
    scheme: Object.freeze(parseScheme({ applicationId, scheme })),
    namesScheme: scheme !== undefined,
  });
}

export interface CheckedAuthorization {
  readonly applicationId: Snowflake;
  /** Separated by single spaces; at least one. */
  readonly scopes: string;
  /** Default: random per attempt. */
  readonly state: string | undefined;
  readonly nonce: string | undefined;
  /** S256. Default: a new verifier's challenge per attempt. */
  readonly codeChallenge: string | undefined;
  readonly integrationType: IntegrationType | undefined;
  readonly scheme: SchemeName;
  readonly namesScheme: boolean;
}

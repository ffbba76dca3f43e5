import { type ErrorCode, validationError } from "../core/errors.ts";
import { Contents, plainArguments, type Table } from "../core/check/fields.ts";
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

/** Whether `value` is one of the two installation types. */
export function isIntegrationType(value: unknown): value is IntegrationType {
  return value === IntegrationType.GuildInstall || value === IntegrationType.UserInstall;
}

/** The fields of {@link AuthorizationArgs} as a plain object, for those who prefer one. */
export interface AuthorizationInit {
  /** Application id of the game. Default: that of the client. Error: `invalid_id`. */
  readonly clientId?: SnowflakeInput | undefined;
  /**
   * What the player is asked to allow: a list of scopes, or a text that separates them by spaces (RFC 6749 §3.3). At least
   * one. `Client.GetDefaultPresenceScopes()` gives those for rich presence. Errors: `missing_scope`, `invalid_scope`.
   */
  readonly scopes: Scopes;
  /**
   * Ties the answer to this request (RFC 6749 §4.1.1): 1 to 1,024 characters, sent byte for byte. Default, and recommended: a
   * secure random one. Error: `invalid_state`.
   */
  readonly state?: string | undefined;
  /**
   * Comes back in the ID token (OpenID Connect Core §3.1.2.1): 1 to 1,024 characters. For backends that read ID tokens.
   * Default: none. Error: `invalid_nonce`.
   */
  readonly nonce?: string | undefined;
  /**
   * The challenge of a verifier that you keep (RFC 7636 §4.2), by `Client.CreateAuthorizationCodeVerifier`. Default:
   * `Authorize` makes a verifier and returns it in the result. Error: `invalid_code_challenge`.
   */
  readonly codeChallenge?: AuthorizationCodeChallenge | undefined;
  /**
   * Whether the application is added to a guild or to the player's account. Default: the service decides. Error:
   * `invalid_integration_type`.
   */
  readonly integrationType?: IntegrationType | undefined;
  /**
   * Scheme of the redirect back to the game: `<scheme>` gives `<scheme>:/authorize/callback`. Default: `discord-` and the
   * application id. Errors: `invalid_scheme`, `reserved_scheme`.
   */
  readonly customSchemeParam?: string | undefined;
}

/** The kept fields: `AuthorizationInit` with its id and scopes parsed. */
type Fields = {
  -readonly [Name in keyof Omit<AuthorizationInit, "clientId" | "scopes">]: AuthorizationInit[Name];
} & {
  clientId?: Snowflake | undefined;
  scopes: string;
};

/**
 * The arguments of `Client.Authorize` (Discord Social SDK, `AuthorizationArgs`). A getter named as the field and a
 * setter `Set<Field>` for each; `Clone` copies, `Move` takes the contents and leaves an invalid object behind.
 * Setters refuse values of the wrong kind at once (`ClientError`, ValidationError); whether a combination can be sent
 * is checked by `Authorize`. Printed, state and nonce are `[hidden]`.
 */
export class AuthorizationArgs {
  /** An uninitialized instance: not valid, and whatever reads, changes or sends it is refused. */
  static readonly nullobj: AuthorizationArgs = new AuthorizationArgs();
  static {
    inspectAs(this.prototype, (args) =>
      args.IsValid() ? shownFields(args.#contents.fields) : { isValid: false },
    );
    this.nullobj.Move();
    Object.freeze(this.nullobj);
    Object.defineProperty(this, "nullobj", { writable: false, configurable: false });
  }

  /** @internal An object with the prototype alone is no instance: it lacks the private contents. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isObject(value) && #contents in value && Function.prototype[Symbol.hasInstance].call(this, value);
  }
  readonly #contents = new Contents<Fields>("AuthorizationArgs", { scopes: "" });

  /**
   * Begins empty, or as a copy.
   *
   * @param other - copied, if given: arguments, or their fields as a plain object.
   * @throws ClientError (ValidationError) `invalid_argument`, `unknown_option`, and those of the setters.
   */
  constructor(other?: AuthorizationArgs | AuthorizationInit) {
    if (other === undefined) return;
    if (other instanceof AuthorizationArgs) this.#contents.copy(other.#contents);
    else this.#set(readInit(other, "args"));
  }

  /** The arguments that `value` describes; an instance is returned as it is. */
  static from(value: AuthorizationArgs | AuthorizationInit): AuthorizationArgs {
    return value instanceof AuthorizationArgs ? value : new AuthorizationArgs(readInit(value, "args"));
  }

  /** Application id of the game. Unset: the value of `Client.SetApplicationId`. */
  ClientId(): Snowflake | undefined {
    return this.#contents.fields.clientId;
  }

  /**
   * Names the application; undefined: that of the client.
   *
   * @throws ClientError `invalid_id` for a JavaScript number or a malformed id.
   */
  SetClientId(value: SnowflakeInput | undefined): void {
    this.#contents.fields.clientId = value === undefined ? undefined : parseSnowflake(value, "ClientId");
  }

  /** Space-separated scopes; the empty string when none were set. */
  Scopes(): string {
    return this.#contents.fields.scopes;
  }

  /**
   * Sets what the player is asked to allow, in place of the scopes before.
   *
   * @throws ClientError `invalid_scope` unless it is a list of scopes or a string.
   */
  SetScopes(value: Scopes): void {
    this.#contents.fields.scopes = optional(readScopes)(value, "Scopes") ?? "";
  }

  /** OAuth state. Unset (recommended): `Authorize` makes a secure random one. */
  State(): string | undefined {
    return this.#contents.fields.state;
  }

  /**
   * Sets the OAuth state; undefined, which is recommended: a secure random one.
   *
   * @throws ClientError `invalid_state` unless it has 1 to 1,024 characters. It is sent byte for byte.
   */
  SetState(value: string | undefined): void {
    this.#contents.fields.state = sentText(value, "State", "invalid_state");
  }

  /** Nonce for the ID token; useful for backends that read ID tokens. */
  Nonce(): string | undefined {
    return this.#contents.fields.nonce;
  }

  /**
   * Sets the nonce of the ID token; undefined: none.
   *
   * @throws ClientError `invalid_nonce` unless it has 1 to 1,024 characters.
   */
  SetNonce(value: string | undefined): void {
    this.#contents.fields.nonce = sentText(value, "Nonce", "invalid_nonce");
  }

  /** A copy of the challenge. Unset: `Authorize` makes a verifier itself and hands it back. */
  CodeChallenge(): AuthorizationCodeChallenge | undefined {
    return this.#contents.fields.codeChallenge?.Clone();
  }

  /**
   * Takes the challenge, or the verifier that it belongs to.
   *
   * @throws ClientError `invalid_code_challenge` for anything else, also for a copy that structuredClone or JSON made.
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

  /** How the application is installed by this authorization. */
  IntegrationType(): IntegrationType | undefined {
    return this.#contents.fields.integrationType;
  }

  /**
   * Says how the application is installed by this authorization; undefined: the service decides.
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

  /** Scheme of a custom-scheme redirect: `<scheme>` gives `<scheme>:/authorize/callback`. */
  CustomSchemeParam(): string | undefined {
    return this.#contents.fields.customSchemeParam;
  }

  /**
   * Names the scheme of a custom-scheme redirect; undefined: `discord-` and the application id.
   *
   * @throws ClientError `invalid_scheme` unless it is a string.
   */
  SetCustomSchemeParam(value: string | undefined): void {
    this.#contents.fields.customSchemeParam = optionalText(value, "CustomSchemeParam", "invalid_scheme");
  }

  /** Whether the instance holds a valid object: false for `nullobj` and after `Move`. */
  IsValid(): boolean {
    return this.#contents.areThere;
  }

  /** An independent copy: another null object, of an object that is not valid. */
  Clone(): AuthorizationArgs {
    return new AuthorizationArgs(this);
  }

  /** A new object with the contents of this one, which becomes invalid: another null object, if it was so already. */
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

/**
 * The fields of {@link AuthorizationInit} that `signIn` takes; each value is checked by the setters of {@link AuthorizationArgs}.
 */
export const argumentFields: Table<Arguments> = {
  clientId: asItIs(),
  scopes: asItIs(),
  state: asItIs(),
  nonce: asItIs(),
  integrationType: asItIs(),
  customSchemeParam: asItIs(),
};

type Arguments = Omit<AuthorizationInit, "codeChallenge">;

/** The arguments among the options of `signIn`, and the other options. */
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

/** Longer ones make an address that servers refuse. */
const longestText = 1024;

/** A text that goes into the request: half a character would arrive as another one. */
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

/**
 * Checks all arguments of an authorization once: later stages carry the result.
 *
 * @param defaultApplication - gives the application where the arguments name none.
 * @throws ClientError (ValidationError) `missing_scope`, `invalid_scope`, `invalid_scheme`, `reserved_scheme`,
 *   `invalid_argument` for arguments that hold nothing, and what `defaultApplication` throws.
 */
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

/** The arguments of an authorization, checked and frozen; later stages do not check them again. */
export interface CheckedAuthorization {
  readonly applicationId: Snowflake;
  /** Separated by single spaces; at least one. */
  readonly scopes: string;
  /** Undefined: a random one is made for each attempt. */
  readonly state: string | undefined;
  readonly nonce: string | undefined;
  /** S256. Undefined: a verifier is made for each attempt, and handed back with the code. */
  readonly codeChallenge: string | undefined;
  readonly integrationType: IntegrationType | undefined;
  /** The scheme of a custom-scheme redirect: the given one, else `discord-<applicationId>`. */
  readonly scheme: SchemeName;
  /** Whether the game named that scheme. */
  readonly namesScheme: boolean;
}

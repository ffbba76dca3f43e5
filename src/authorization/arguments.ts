import { validationError } from "../errors.ts";
import { parseSnowflake, type Snowflake, type SnowflakeInput } from "../snowflake.ts";
import { AuthorizationCodeChallenge } from "./code-challenge.ts";
import { isIntegrationType, type IntegrationType } from "./integration-type.ts";

/** The fields of {@link AuthorizationArgs} as a plain object, for those who prefer one. */
export interface AuthorizationInit {
  readonly clientId?: SnowflakeInput | undefined;
  readonly scopes: string;
  readonly state?: string | undefined;
  readonly nonce?: string | undefined;
  readonly codeChallenge?: AuthorizationCodeChallenge | undefined;
  readonly integrationType?: IntegrationType | undefined;
  readonly customSchemeParam?: string | undefined;
}

interface Fields {
  clientId?: Snowflake | undefined;
  scopes: string;
  state?: string | undefined;
  nonce?: string | undefined;
  codeChallenge?: AuthorizationCodeChallenge | undefined;
  integrationType?: IntegrationType | undefined;
  customSchemeParam?: string | undefined;
}

/**
 * What `Client.Authorize` is asked for (authorization-arguments, AuthorizationArgs). A getter named as the field and a
 * setter `Set<Field>` for each; `Clone` copies, `Move` takes the contents and leaves an invalid object behind.
 * Setters refuse values of the wrong kind at once (`ClientError`, ValidationError); whether a combination can be sent
 * is checked by `Authorize`. Prints nothing: state and nonce are secrets.
 */
export class AuthorizationArgs {
  /** An uninitialized instance: not valid, and every use of it is an error. */
  static readonly nullobj: AuthorizationArgs = new AuthorizationArgs().#invalidate();

  #fields: Fields | undefined = { scopes: "" };

  /** The arguments that `value` describes; an instance is returned as it is. */
  static from(value: AuthorizationArgs | AuthorizationInit): AuthorizationArgs {
    if (value instanceof AuthorizationArgs) return value;
    if (typeof value !== "object" || value === null) {
      throw validationError(
        "invalid_arguments",
        "Authorize was called without arguments.",
        "Pass AuthorizationArgs or { scopes }.",
      );
    }
    const args = new AuthorizationArgs();
    args.SetClientId(value.clientId);
    args.SetScopes(value.scopes);
    args.SetState(value.state);
    args.SetNonce(value.nonce);
    args.SetCodeChallenge(value.codeChallenge);
    args.SetIntegrationType(value.integrationType);
    args.SetCustomSchemeParam(value.customSchemeParam);
    return args;
  }

  /** Application id of the game. Unset: the value of `Client.SetApplicationId`. */
  ClientId(): Snowflake | undefined {
    return this.#valid().clientId;
  }

  /** @throws ClientError `invalid_id` for a JavaScript number or a malformed id. */
  SetClientId(value: SnowflakeInput | undefined): void {
    this.#valid().clientId = value === undefined ? undefined : parseSnowflake(value, "ClientId");
  }

  /** Space-separated scopes; the empty string when none were set. */
  Scopes(): string {
    return this.#valid().scopes;
  }

  /** @throws ClientError `missing_scopes` unless it is a string. */
  SetScopes(value: string): void {
    this.#valid().scopes = optionalText(value, "Scopes") ?? "";
  }

  /** OAuth state. Unset (recommended): `Authorize` makes a secure random one. */
  State(): string | undefined {
    return this.#valid().state;
  }

  /** @throws ClientError `invalid_state` for the empty string. Any other text is sent byte for byte. */
  SetState(value: string | undefined): void {
    if (value === "") {
      throw validationError(
        "invalid_state",
        "State is empty, which protects nothing.",
        "Leave it unset: a secure random value is made.",
      );
    }
    this.#valid().state = optionalText(value, "State");
  }

  /** Nonce for the ID token; useful for backends that read ID tokens. */
  Nonce(): string | undefined {
    return this.#valid().nonce;
  }

  SetNonce(value: string | undefined): void {
    this.#valid().nonce = optionalText(value, "Nonce");
  }

  /** A copy of the challenge. Unset: `Authorize` makes a verifier itself and hands it back. */
  CodeChallenge(): AuthorizationCodeChallenge | undefined {
    return this.#valid().codeChallenge?.Clone();
  }

  SetCodeChallenge(value: AuthorizationCodeChallenge | undefined): void {
    if (value !== undefined && !(value instanceof AuthorizationCodeChallenge)) {
      throw validationError(
        "invalid_code_challenge",
        "CodeChallenge is not an AuthorizationCodeChallenge.",
        "Pass Client.CreateAuthorizationCodeVerifier().Challenge().",
      );
    }
    this.#valid().codeChallenge = value?.Clone();
  }

  /** How the application is installed by this authorization. */
  IntegrationType(): IntegrationType | undefined {
    return this.#valid().integrationType;
  }

  SetIntegrationType(value: IntegrationType | undefined): void {
    if (value !== undefined && !isIntegrationType(value)) {
      throw validationError(
        "invalid_integration_type",
        "IntegrationType is neither GuildInstall (0) nor UserInstall (1).",
      );
    }
    this.#valid().integrationType = value;
  }

  /** Scheme of a custom-scheme redirect: `<scheme>` gives `<scheme>:/authorize/callback`. */
  CustomSchemeParam(): string | undefined {
    return this.#valid().customSchemeParam;
  }

  SetCustomSchemeParam(value: string | undefined): void {
    this.#valid().customSchemeParam = optionalText(value, "CustomSchemeParam", "invalid_scheme");
  }

  /** Whether the instance holds a valid object: false for `nullobj` and after `Move`. */
  IsValid(): boolean {
    return this.#fields !== undefined;
  }

  /** An independent copy. */
  Clone(): AuthorizationArgs {
    const copy = new AuthorizationArgs();
    copy.#fields = { ...this.#valid(), codeChallenge: this.CodeChallenge() };
    return copy;
  }

  /** A new object with the contents of this one, which becomes invalid. */
  Move(): AuthorizationArgs {
    const target = new AuthorizationArgs();
    target.#fields = this.#valid();
    this.#invalidate();
    return target;
  }

  #valid(): Fields {
    if (this.#fields) return this.#fields;
    throw validationError(
      "invalid_arguments",
      "These AuthorizationArgs hold no object: they are nullobj, or were moved from.",
      "Make new AuthorizationArgs(), or use the object that Move() returned.",
    );
  }

  #invalidate(): this {
    this.#fields = undefined;
    return this;
  }
}

function optionalText(
  value: unknown,
  field: string,
  code = `invalid_${field.toLowerCase()}`,
): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  throw validationError(code, `${field} is not a string.`, `Pass a string to Set${field}.`);
}

import { readScopes } from "./scopes.ts";
import { Contents, plainArguments } from "../core/check/argument-object.ts";
import { asItIs, isObject, optional, parseSnowflake } from "../core/check/readers.ts";
import { inspectAs } from "../core/printing.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import type { Scopes } from "../wire/scope.ts";
import type { DevicePrompt } from "./device-prompt.ts";

/** The fields of {@link DeviceAuthorizationArgs} as a plain object. */
export interface DeviceAuthorizationInit {
  /** Application id of the game. Default: the client's. Error: `invalid_id`. */
  readonly clientId?: SnowflakeInput | undefined;
  /** The requested scopes: a list, or a space-separated string. At least one. Errors: `missing_scope`, `invalid_scope`. */
  readonly scopes: Scopes;
}

/** Options of one device sign-in. */
export interface DeviceOptions {
  /** Called once with the QR code, the URL and the code to show to the player. */
  readonly onPrompt: (prompt: DevicePrompt) => void;
  /** Aborts the sign-in at any time with `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

interface Fields {
  clientId?: Snowflake | undefined;
  scopes: string;
}

/**
 * The arguments of `Client.GetTokenFromDevice` (Discord Social SDK, `DeviceAuthorizationArgs`). `Clone` copies; `Move` takes the
 * contents and leaves an invalid object.
 */
export class DeviceAuthorizationArgs {
  /** An uninitialized instance. It is not valid: reading, changing or sending it throws. */
  static readonly nullobj: DeviceAuthorizationArgs = new DeviceAuthorizationArgs();
  static {
    inspectAs(this.prototype, (args) => (args.IsValid() ? args.#contents.fields : { isValid: false }));
    this.nullobj.Move();
    Object.freeze(this.nullobj);
    Object.defineProperty(this, "nullobj", { writable: false, configurable: false });
  }

  /** @internal Rejects objects without the private fields. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isObject(value) && #contents in value && Function.prototype[Symbol.hasInstance].call(this, value);
  }
  readonly #contents = new Contents<Fields>("DeviceAuthorizationArgs", { scopes: "" });

  /**
   * Creates empty arguments, or a copy.
   *
   * @param other - arguments, or their fields as a plain object.
   * @throws ClientError (ValidationError) `invalid_argument`, `unknown_option` or `invalid_id`.
   */
  constructor(other?: DeviceAuthorizationArgs | DeviceAuthorizationInit) {
    if (other instanceof DeviceAuthorizationArgs) this.#contents.copy(other.#contents);
    else if (other !== undefined) {
      const { clientId, scopes } = readInit(other, "args");
      this.SetClientId(clientId);
      this.SetScopes(scopes);
    }
  }

  /** Converts a plain object to arguments; returns an instance unchanged. */
  static from(value: DeviceAuthorizationArgs | DeviceAuthorizationInit): DeviceAuthorizationArgs {
    return value instanceof DeviceAuthorizationArgs
      ? value
      : new DeviceAuthorizationArgs(readInit(value, "args"));
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

  /** Returns `false` for `nullobj` and after `Move`. */
  IsValid(): boolean {
    return this.#contents.areThere;
  }

  /** Returns an independent copy. The copy of an invalid object is invalid. */
  Clone(): DeviceAuthorizationArgs {
    return new DeviceAuthorizationArgs(this);
  }

  /** Moves the contents to a new object and invalidates this one. Moving an invalid object returns an invalid object. */
  Move(): DeviceAuthorizationArgs {
    const target = new DeviceAuthorizationArgs();
    target.#contents.move(this.#contents);
    return target;
  }
}

const readInit = plainArguments<DeviceAuthorizationInit>("DeviceAuthorizationArgs", {
  clientId: asItIs(),
  scopes: asItIs(),
});

import { readScopes } from "./scopes.ts";
import { Contents, plainArguments } from "../core/check/fields.ts";
import { asItIs, isObject, optional, parseSnowflake } from "../core/check/readers.ts";
import { inspectAs } from "../core/printing.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import type { Scopes } from "../wire/scope.ts";
import type { DevicePrompt } from "./device-prompt.ts";

/** The fields of {@link DeviceAuthorizationArgs} as a plain object, for those who prefer one. */
export interface DeviceAuthorizationInit {
  /** Application id of the game. Default: that of the client. Error: `invalid_id`. */
  readonly clientId?: SnowflakeInput | undefined;
  /**
   * What the player is asked to allow: a list of scopes, or a text that separates them by spaces. At least one. Errors:
   * `missing_scope`, `invalid_scope`.
   */
  readonly scopes: Scopes;
}

/** How one device sign-in runs. */
export interface DeviceOptions {
  /** Called once, with what to show the player: the QR code, and beside it the address and the code. */
  readonly onPrompt: (prompt: DevicePrompt) => void;
  /** Ends the sign-in in any phase; it then fails with `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

interface Fields {
  clientId?: Snowflake | undefined;
  scopes: string;
}

/**
 * The arguments of `Client.GetTokenFromDevice` (Discord Social SDK, `DeviceAuthorizationArgs`). `Clone` copies, `Move`
 * takes the contents and leaves an invalid object behind.
 */
export class DeviceAuthorizationArgs {
  /** An uninitialized instance: not valid, and whatever reads, changes or sends it is refused. */
  static readonly nullobj: DeviceAuthorizationArgs = new DeviceAuthorizationArgs();
  static {
    inspectAs(this.prototype, (args) => (args.IsValid() ? args.#contents.fields : { isValid: false }));
    this.nullobj.Move();
    Object.freeze(this.nullobj);
    Object.defineProperty(this, "nullobj", { writable: false, configurable: false });
  }

  /** @internal An object with the prototype alone is no instance: it lacks the private contents. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isObject(value) && #contents in value && Function.prototype[Symbol.hasInstance].call(this, value);
  }
  readonly #contents = new Contents<Fields>("DeviceAuthorizationArgs", { scopes: "" });

  /**
   * Begins empty, or as a copy.
   *
   * @param other - copied, if given: arguments, or their fields as a plain object.
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

  /** The arguments that `value` describes; an instance is returned as it is. */
  static from(value: DeviceAuthorizationArgs | DeviceAuthorizationInit): DeviceAuthorizationArgs {
    return value instanceof DeviceAuthorizationArgs
      ? value
      : new DeviceAuthorizationArgs(readInit(value, "args"));
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

  /** Whether the instance holds a valid object: false for `nullobj` and after `Move`. */
  IsValid(): boolean {
    return this.#contents.areThere;
  }

  /** An independent copy: another null object, of an object that is not valid. */
  Clone(): DeviceAuthorizationArgs {
    return new DeviceAuthorizationArgs(this);
  }

  /** A new object with the contents of this one, which becomes invalid: another null object, if it was so already. */
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

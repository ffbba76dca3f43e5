import { validationError } from "../errors.ts";
import { fields } from "../input/fields.ts";
import { kindOf } from "../input/reader.ts";
import { asItIs, isObject } from "../input/readers.ts";
import { parseSnowflake, type Snowflake, type SnowflakeInput } from "../snowflake.ts";
import type { DevicePrompt } from "./device-prompt.ts";

/** The fields of {@link DeviceAuthorizationArgs} as a plain object, for those who prefer one. */
export interface DeviceAuthorizationInit {
  readonly clientId?: SnowflakeInput | undefined;
  readonly scopes: string;
}

/** How one device sign-in runs. */
export interface DeviceOptions {
  /** Called once, with what to show the player: the QR code, and beside it the address and the code. */
  readonly onPrompt: (prompt: DevicePrompt) => void;
  /** Ends the sign-in in whatever phase it is. */
  readonly signal?: AbortSignal | undefined;
}

interface Fields {
  clientId?: Snowflake | undefined;
  scopes: string;
}

/**
 * What `Client.GetTokenFromDevice` is asked for (Discord Social SDK, `DeviceAuthorizationArgs`). `Clone` copies, `Move`
 * takes the contents and leaves an invalid object behind.
 */
export class DeviceAuthorizationArgs {
  /** An uninitialized instance: not valid, and every use of it is an error. */
  static readonly nullobj: DeviceAuthorizationArgs = new DeviceAuthorizationArgs().#invalidate();
  static {
    Object.freeze(this.nullobj);
    Object.defineProperty(this, "nullobj", { writable: false, configurable: false });
  }

  #fields: Fields | undefined = { scopes: "" };

  /**
   * @param other - copied, if given: arguments, or their fields as a plain object.
   * @throws ClientError (ValidationError) `invalid_arguments`, `unknown_option` or `invalid_id`.
   */
  constructor(other?: DeviceAuthorizationArgs | DeviceAuthorizationInit) {
    if (other instanceof DeviceAuthorizationArgs) this.#fields = { ...other.#valid() };
    else if (other !== undefined) {
      const { clientId, scopes } = readInit(other);
      this.SetClientId(clientId);
      this.SetScopes(scopes);
    }
  }

  /** The arguments that `value` describes; an instance is returned as it is. */
  static from(value: DeviceAuthorizationArgs | DeviceAuthorizationInit): DeviceAuthorizationArgs {
    return value instanceof DeviceAuthorizationArgs ? value : new DeviceAuthorizationArgs(readInit(value));
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

  /** @throws ClientError `invalid_arguments` (ValidationError) unless it is a string. */
  SetScopes(value: string): void {
    if (typeof value !== "string") {
      const problem = `Scopes is not a string: it is ${kindOf(value)}.`;
      throw validationError("invalid_arguments", problem, "Separate the scopes by spaces.");
    }
    this.#valid().scopes = value;
  }

  /** Whether the instance holds a valid object: false for `nullobj` and after `Move`. */
  IsValid(): boolean {
    return this.#fields !== undefined;
  }

  /** An independent copy. */
  Clone(): DeviceAuthorizationArgs {
    return new DeviceAuthorizationArgs(this);
  }

  /** A new object with the contents of this one, which becomes invalid. */
  Move(): DeviceAuthorizationArgs {
    const target = this.Clone();
    this.#invalidate();
    return target;
  }

  #valid(): Fields {
    if (this.#fields) return this.#fields;
    throw validationError(
      "invalid_arguments",
      "These DeviceAuthorizationArgs are empty: they are nullobj, or Move() has taken what they held.",
      "Make new DeviceAuthorizationArgs(), or use the object that Move() returned.",
    );
  }

  #invalidate(): this {
    this.#fields = undefined;
    return this;
  }
}

const readFields = fields<DeviceAuthorizationInit>(
  { clientId: asItIs(), scopes: asItIs() },
  "invalid_arguments",
);

function readInit(value: unknown): DeviceAuthorizationInit {
  if (isObject(value) && Object.keys(value).length > 0) return readFields(value, "args");
  throw validationError(
    "invalid_arguments",
    `args is ${isObject(value) ? "an empty object" : kindOf(value)}, but must be DeviceAuthorizationArgs or { scopes }.`,
    "A copy made by structuredClone or JSON is empty. Pass the DeviceAuthorizationArgs themselves, or their Clone().",
  );
}

import { type ForeignOptions, fields, type Table } from "../core/check/fields.ts";
import {
  asItIs,
  isObject,
  kindOf,
  optional,
  parseSnowflake,
  readable,
  type Reader,
} from "../core/check/readers.ts";
import { validationError } from "../core/errors.ts";
import { hiddenIf, inspectAs } from "../core/printing.ts";
import type { Scopes } from "../wire/scope.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import type { DevicePrompt } from "./device.ts";
import { readScopes } from "./scopes.ts";

export type ArgumentFields<Init> = {
  -readonly [Name in keyof Omit<Init, "clientId" | "scopes">]: Init[Name];
} & {
  clientId?: Snowflake | undefined;
  scopes: string;
};

export interface ArgumentsType<Init> {
  readonly name: string;
  readonly table: Table<ArgumentFields<Init>>;
  /** Hidden when printed. */
  readonly secrets?: readonly (keyof Init)[];
  readonly foreign?: ForeignOptions;
}

export class Contents<Init extends object> {
  readonly #type: ArgumentsType<Init>;
  #fields: ArgumentFields<Init> | undefined;

  constructor(type: ArgumentsType<Init>) {
    this.#type = type;
    this.#fields = {} as ArgumentFields<Init>;
    this.#fill({});
  }

  get isValid(): boolean {
    return this.#fields !== undefined;
  }

  get printable(): object {
    if (!this.#fields) return { isValid: false };
    const { secrets = [] } = this.#type;
    const entries = Object.entries(this.#fields).map(([name, value]) => [
      name,
      secrets.includes(name as keyof Init) ? hiddenIf(value) : value,
    ]);
    return Object.fromEntries(entries) as object;
  }

  get all(): Readonly<ArgumentFields<Init>> {
    return this.#present();
  }

  get<Name extends keyof ArgumentFields<Init>>(name: Name): ArgumentFields<Init>[Name] {
    return this.#present()[name];
  }

  set(name: keyof ArgumentFields<Init> & string, value: unknown): void {
    const getter = name.charAt(0).toUpperCase() + name.slice(1);
    const contents: Record<string, unknown> = this.#present();
    contents[name] = this.#type.table[name](value, getter);
  }

  read(init: unknown): void {
    const { name: type, table, foreign } = this.#type;
    if (!isObject(init) || readable("args", () => Object.keys(init)).length === 0) {
      throw validationError(
        "invalid_argument",
        `args is ${isObject(init) ? "an empty object" : kindOf(init)}, but must be ${type} or { scopes }.`,
        `Copies made with structuredClone or JSON are empty. Pass the ${type} themselves, or their Clone().`,
      );
    }
    this.#fill(fields(unread(table), "invalid_argument", foreign)(init, "args"));
  }

  copy(others: Contents<Init>): void {
    this.#fields = others.#fields && { ...others.#fields };
  }

  move(others: Contents<Init>): void {
    this.#fields = others.#fields;
    others.#fields = undefined;
  }

  #fill(init: Readonly<Record<string, unknown>>): void {
    for (const name of Object.keys(this.#type.table))
      this.set(name as keyof ArgumentFields<Init> & string, init[name]);
  }

  #present(): ArgumentFields<Init> {
    if (this.#fields) return this.#fields;
    const { name } = this.#type;
    throw validationError(
      "invalid_argument",
      `These ${name} are empty: they are nullobj, or were moved with Move().`,
      `Create new ${name}(), or use the object returned by Move().`,
    );
  }
}

/** Accepts all values, because the setters check them. */
export function unread(table: object): Readonly<Record<string, Reader<unknown>>> {
  return Object.fromEntries(Object.keys(table).map((name) => [name, asItIs()]));
}

export function finishNullobj(type: { readonly nullobj: { Move(): unknown } }): void {
  type.nullobj.Move();
  Object.freeze(type.nullobj);
  Object.defineProperty(type, "nullobj", { writable: false, configurable: false });
}

/** The fields of {@link DeviceAuthorizationArgs} as a plain object. @stable */
export interface DeviceAuthorizationInit {
  /** The game's application id. Default: the client's. Error: `invalid_id`. */
  readonly clientId?: SnowflakeInput | undefined;
  /** The requested scopes, at least one, as a list or a space-separated string. Errors: `missing_scope`, `invalid_scope`. */
  readonly scopes: Scopes;
}

/** Options for a device sign-in. @stable */
export interface DeviceOptions {
  /** Called once, with the QR code, the URL and the code to show to the player. */
  readonly onPrompt: (prompt: DevicePrompt) => void;
  /** Aborts the sign-in at any time with `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

export const deviceFields: Table<ArgumentFields<DeviceAuthorizationInit>> = {
  clientId: optional(parseSnowflake),
  scopes: (value, name) => optional(readScopes)(value, name) ?? "",
};

/**
 * Arguments for `Client.GetTokenFromDevice` (Discord Social SDK, `DeviceAuthorizationArgs`). `Clone` copies the arguments; `Move`
 * transfers them and leaves an invalid object.
 *
 * @stable
 */
export class DeviceAuthorizationArgs {
  /** An uninitialized instance. It is invalid: reading, changing or sending it throws. */
  static readonly nullobj: DeviceAuthorizationArgs = new DeviceAuthorizationArgs();
  static {
    inspectAs(this.prototype, (args) => args.#contents.printable);
    finishNullobj(this);
  }

  /** @internal Rejects objects without the private fields. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isObject(value) && #contents in value && Function.prototype[Symbol.hasInstance].call(this, value);
  }
  readonly #contents = new Contents<DeviceAuthorizationInit>({
    name: "DeviceAuthorizationArgs",
    table: deviceFields,
  });

  /**
   * Creates empty arguments, or a copy of other arguments.
   *
   * @param other - Arguments, or their fields as a plain object.
   * @throws ClientError (ValidationError) `invalid_argument`, `unknown_option` or `invalid_id`.
   */
  constructor(other?: DeviceAuthorizationArgs | DeviceAuthorizationInit) {
    if (other instanceof DeviceAuthorizationArgs) this.#contents.copy(other.#contents);
    else if (other !== undefined) this.#contents.read(other);
  }

  /** Converts a plain object to arguments; returns an instance unchanged. */
  static from(value: DeviceAuthorizationArgs | DeviceAuthorizationInit): DeviceAuthorizationArgs {
    if (value instanceof DeviceAuthorizationArgs) return value;
    const args = new DeviceAuthorizationArgs();
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

  /** Returns `false` for `nullobj` and after `Move`. */
  IsValid(): boolean {
    return this.#contents.isValid;
  }

  /** Returns an independent copy. A copy of an invalid object is invalid. */
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

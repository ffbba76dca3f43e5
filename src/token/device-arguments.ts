import { validationError } from "../errors.ts";
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

/** What `Client.GetTokenFromDevice` is asked for (Discord Social SDK, `DeviceAuthorizationArgs`). */
export class DeviceAuthorizationArgs {
  #clientId: Snowflake | undefined;
  #scopes = "";

  /** The arguments that `value` describes; an instance is returned as it is. */
  static from(value: DeviceAuthorizationArgs | DeviceAuthorizationInit): DeviceAuthorizationArgs {
    if (value instanceof DeviceAuthorizationArgs) return value;
    const args = new DeviceAuthorizationArgs();
    args.SetClientId(value.clientId);
    args.SetScopes(value.scopes);
    return args;
  }

  /** Application id of the game. Unset: the value of `Client.SetApplicationId`. */
  ClientId(): Snowflake | undefined {
    return this.#clientId;
  }

  /** @throws ClientError `invalid_id` for a JavaScript number or a malformed id. */
  SetClientId(value: SnowflakeInput | undefined): void {
    this.#clientId = value === undefined ? undefined : parseSnowflake(value, "ClientId");
  }

  /** Space-separated scopes; the empty string when none were set. */
  Scopes(): string {
    return this.#scopes;
  }

  /** @throws ClientError `invalid_arguments` (ValidationError) unless it is a string. */
  SetScopes(value: string): void {
    if (typeof value !== "string") {
      throw validationError("invalid_arguments", "Scopes is not a string.", "Separate the scopes by spaces.");
    }
    this.#scopes = value;
  }
}

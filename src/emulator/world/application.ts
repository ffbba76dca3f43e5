import { generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { inspectAs } from "../../inspect-as.ts";
import { fields } from "../../input/fields.ts";
import { type Reader, wrongArgument } from "../../input/reader.ts";
import { flag, listOf, oneOf, optional, textOf } from "../../input/readers.ts";
import { parseSnowflake, type Snowflake, type SnowflakeInput } from "../../snowflake.ts";
import { Clock } from "../base/clock.ts";
import type { ApplicationSettings } from "./application-settings.ts";
import { checkEndpoint } from "./endpoint.ts";
import { createSnowflake } from "../base/new-id.ts";

/** How an application of the emulator is set up; whatever is left out is made at random. */
export interface EmulatorApplicationInit {
  readonly id?: SnowflakeInput | undefined;
  readonly name?: string | undefined;
  /** The portal's "Public Client" switch: codes may be exchanged without the secret. Default true. */
  readonly publicClient?: boolean | undefined;
  /** Registered redirects. Default: the loopback redirect and the custom scheme of the application. */
  readonly redirectUris?: readonly string[] | undefined;
  /** The guilds that added it with the scope `applications.commands`. Default: every guild. */
  readonly guilds?: readonly SnowflakeInput[] | undefined;
  /** Its installation contexts: 0 guild, 1 user. Default both. */
  readonly integrationTypes?: readonly (0 | 1)[] | undefined;
  /** Whether Activities are enabled, so that an entry point command exists already. Default false. */
  readonly activities?: boolean | undefined;
}

interface CheckedInit extends Omit<EmulatorApplicationInit, "id" | "guilds"> {
  readonly id?: Snowflake | undefined;
  readonly guilds?: readonly Snowflake[] | undefined;
}

/** How an application is set up. */
export const readApplicationInit: Reader<CheckedInit> = fields<CheckedInit>({
  id: optional(parseSnowflake),
  name: optional(textOf({ most: 100 })),
  publicClient: optional(flag),
  redirectUris: optional(listOf(textOf({ most: 2048 }))),
  guilds: optional(listOf(parseSnowflake)),
  integrationTypes: optional(listOf(oneOf<0 | 1>([0, 1]))),
  activities: optional(flag),
});

/** An application as its developer portal shows it. Secrets are getters, so that printing it shows none. */
export class EmulatorApplication {
  static {
    inspectAs(this.prototype, (application) => Object.assign({}, application));
  }
  readonly id: Snowflake;
  readonly name: string;
  readonly publicClient: boolean;
  readonly redirectUris: readonly string[];
  /** The guilds that added it; undefined: every guild. */
  readonly guilds: readonly Snowflake[] | undefined;
  readonly integrationTypes: readonly (0 | 1)[];
  /** The Ed25519 key that interactions are verified with, 64 hexadecimal digits. */
  readonly publicKey: string;
  readonly #clientSecret = randomBytes(24).toString("base64url");
  readonly #botToken: string;
  readonly #privateKey: KeyObject;
  readonly #clock: Clock;
  #endpoint: string | undefined;
  /** What was set of it through the API. @internal */
  settings: ApplicationSettings = {};

  constructor(init?: EmulatorApplicationInit);
  /** @internal */
  constructor(init?: EmulatorApplicationInit, clock?: Clock);
  constructor(init: EmulatorApplicationInit = {}, clock: Clock = new Clock()) {
    this.#clock = clock;
    const checked = readApplicationInit(init, "init");
    this.id = checked.id ?? createSnowflake(clock.now());
    this.name = checked.name ?? "Example Game";
    this.publicClient = checked.publicClient ?? true;
    this.redirectUris = checked.redirectUris ?? [
      "http://127.0.0.1/callback",
      "http://[::1]/callback",
      `discord-${this.id}:/authorize/callback`,
    ];
    this.guilds = checked.guilds;
    this.integrationTypes = checked.integrationTypes ?? [0, 1];
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    this.publicKey = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
    this.#privateKey = privateKey;
    this.#botToken = [
      Buffer.from(this.id).toString("base64url"),
      randomBytes(4).toString("base64url"),
      randomBytes(28).toString("base64url"),
    ].join(".");
  }

  /** A secret. */
  get clientSecret(): string {
    return this.#clientSecret;
  }

  /** A secret. */
  get botToken(): string {
    return this.#botToken;
  }

  /** Where interactions go. */
  get interactionsEndpoint(): string | undefined {
    return this.#endpoint;
  }

  /**
   * Sets where interactions go, after the check that the service makes: PING is answered, a wrong signature refused.
   *
   * @throws ClientError `bad_endpoint` (ValidationError) or `endpoint_unreachable` (NetworkError).
   */
  async setInteractionsEndpoint(url: string): Promise<void> {
    const endpoint = textOf({ most: 2048 })(url, "url");
    if (!/^https?:/.test(endpoint) || !URL.canParse(endpoint))
      throw wrongArgument("url", url, "an http or https URL");
    await checkEndpoint(this, endpoint);
    this.#endpoint = url;
  }

  /** Interactions go nowhere any more. @internal */
  removeInteractionsEndpoint(): void {
    this.#endpoint = undefined;
  }

  /** @internal */
  get clock(): Clock {
    return this.#clock;
  }

  /** @internal */
  get privateKey(): KeyObject {
    return this.#privateKey;
  }
}

import { generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { inspectAs } from "../../inspect-as.ts";
import { parseSnowflake, type Snowflake, type SnowflakeInput } from "../../snowflake.ts";
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
  #endpoint: string | undefined;

  constructor(init: EmulatorApplicationInit = {}) {
    this.id = init.id === undefined ? createSnowflake() : parseSnowflake(init.id, "application id");
    this.name = init.name ?? "Example Game";
    this.publicClient = init.publicClient ?? true;
    this.redirectUris = init.redirectUris ?? [
      "http://127.0.0.1/callback",
      "http://[::1]/callback",
      `discord-${this.id}:/authorize/callback`,
    ];
    this.guilds = init.guilds?.map((id) => parseSnowflake(id, "guild id"));
    this.integrationTypes = init.integrationTypes ?? [0, 1];
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
    await checkEndpoint(this, url);
    this.#endpoint = url;
  }

  /** @internal */
  get privateKey(): KeyObject {
    return this.#privateKey;
  }
}

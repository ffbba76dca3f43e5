import type { ApiPath } from "./api-path.ts";
import type { Fetch, SendOptions } from "./send.ts";
import type { RequestLimits } from "./limits.ts";
import type { StreamedBody } from "./streamed-body.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { Access } from "./authorizer.ts";
import { heldSecrets, type ParsedCredential } from "./credential.ts";
import { formatJson } from "./json.ts";
import { loadSending } from "./late.ts";
import type { Sender } from "./sender.ts";
import type { Hints } from "./service-error.ts";
import type { TransportHooks } from "./transport-hooks.ts";

/** One call of an endpoint. It may be repeated, unless it says otherwise: commands are upserts, other calls idempotent. */
export interface Call {
  /** What it does, for error messages: `Creating a global command`. */
  readonly operation: string;
  readonly method: SendOptions["method"];
  readonly path: ApiPath;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The same with files, sent instead. */
  readonly upload?: StreamedBody | undefined;
  /** Milliseconds that the files may take, beside `timeoutMs`. */
  readonly uploadMs?: number;
  /** Whether doing it twice does harm, so that it is not repeated when nobody knows whether it was done. */
  readonly isOnce?: boolean;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Default `application`. */
  readonly access?: Access;
  /** What to do next after a refusal, where the operation knows better than the general hints. */
  readonly hints?: Hints;
  readonly signal?: AbortSignal | undefined;
}

/** What {@link Transport} is made from. */
export interface TransportInit extends TransportHooks {
  readonly apiBase: string;
  readonly credential: ParsedCredential;
  /** Told each secret before it is used. */
  readonly onSecret: (secret: string) => void;
  readonly timeoutMs: number;
  /** How long one call may wait in all, for limits and between repetitions. */
  readonly maxWaitMs: number;
  readonly fetch: Fetch | undefined;
  /** Whose requests they are. */
  readonly applicationId: Snowflake;
  /** Shared with others; by default the client's own. */
  readonly limits?: RequestLimits | undefined;
}

/** Takes the calls of one client. What sends them, and what knows the errors of the service, is loaded by the first. */
export class Transport {
  readonly #init: TransportInit;
  #sender: Sender | undefined;

  constructor(init: TransportInit) {
    this.#init = init;
    for (const secret of heldSecrets(init.credential)) init.onSecret(secret);
  }

  /** Whether what only a bot may ask can be asked. */
  get hasBotToken(): boolean {
    return this.#init.credential.botToken !== undefined;
  }

  /** Whether permissions can be edited. */
  get hasUserToken(): boolean {
    return this.#init.credential.userToken !== undefined;
  }

  /**
   * @returns the JSON of the answer; undefined when it has none (204).
   * @throws ClientError `invalid_body` when the body cannot be JSON, and those of {@link Sender.send}.
   */
  async call(call: Call): Promise<unknown> {
    const prepared = { json: formatJson(call.body, call.operation), ...call };
    const { Sender } = await loadSending();
    this.#sender ??= new Sender(this.#init);
    return this.#sender.send(prepared);
  }
}

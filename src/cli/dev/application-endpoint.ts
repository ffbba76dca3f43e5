import { fields } from "../../core/check/fields.ts";
import { isObject } from "../../core/check/readers.ts";
import { apiPath } from "../../core/request/addresses.ts";
import { parserOf } from "../../core/request/response.ts";
import {
  apiClientFields,
  type ApiClientOptions,
  createTransport,
  type Transport,
} from "../../core/request/transport.ts";
import { JsonErrorCode } from "../../wire/error.ts";

const path = apiPath`/applications/@me`;
const readOptions = fields(apiClientFields);

/** A subset of the application object (Discord documentation, Application, "Application Object"). */
interface ApplicationData {
  readonly id: string;
  readonly verify_key: string;
  readonly interactions_endpoint_url?: string | null;
}

const parse = parserOf(
  (value): value is ApplicationData =>
    isObject(value) &&
    typeof value["id"] === "string" &&
    typeof value["verify_key"] === "string" &&
    ["string", "undefined"].includes(typeof (value["interactions_endpoint_url"] ?? undefined)),
  "an application",
);

export class ApplicationEndpoint {
  readonly #transport: Transport;

  constructor(options: ApiClientOptions) {
    this.#transport = createTransport(readOptions(options, "options"));
  }

  /** If `endpointUrl` is null, Discord sends interactions over the gateway. */
  async read(signal: AbortSignal) {
    const operation = "Reading the application";
    const data = await this.#transport.read({ operation, method: "GET", path, access: "bot", signal }, parse);
    const { id, verify_key: publicKey, interactions_endpoint_url: endpointUrl = null } = data;
    return { id, publicKey, endpointUrl };
  }

  /** Discord first sends a PING to the URL (Discord documentation, Application, "Edit Current Application"). */
  async setEndpointUrl(url: string | null, signal: AbortSignal): Promise<void> {
    await this.#transport.call({
      operation: "Setting the interactions endpoint URL",
      method: "PATCH",
      path,
      access: "bot",
      body: { interactions_endpoint_url: url },
      hints: {
        [JsonErrorCode.InvalidFormBody]: "Check that the tunnel is running and forwards to this endpoint.",
      },
      signal,
    });
  }
}

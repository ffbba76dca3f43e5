import { formatJson, isSuccess, parseJson } from "./response.ts";
import { type HttpAnswer, send, type SendOptions, type StreamedBody } from "./send.ts";

interface JsonRequest extends SendOptions {
  readonly url: string;
}

export function sendJsonRequest({ url, headers, body, ...options }: JsonRequest): Promise<HttpAnswer> {
  return send(url, {
    body,
    headers: { accept: "application/json", ...describeBody(body), ...headers },
    ...options,
  });
}

function describeBody(body: SendOptions["body"]): Readonly<Record<string, string>> {
  if (body === undefined) return {};
  if (typeof body === "string") return { "content-type": "application/json" };
  const { contentType, length } = body;
  return { "content-type": contentType, ...(length !== undefined && { "content-length": String(length) }) };
}

/** A request with a JSON body, without retries. */
export interface JsonCallOptions extends Omit<JsonRequest, "body"> {
  readonly body?: unknown;
  /** A body with files, sent instead of `body`. */
  readonly upload?: StreamedBody | undefined;
  readonly onText?: ((text: string) => void) | undefined;
  /** Creates the error for an unsuccessful response. */
  readonly refuse: (answer: HttpAnswer) => Error;
}

/**
 * @returns The parsed response, or `undefined` if it is empty.
 * @throws The error of `refuse`; ClientError `invalid_body` if the body cannot be serialized, `invalid_response` if a successful
 *   response is not JSON, and the errors of {@link send}.
 */
export async function ask({ body, upload, onText, refuse, ...request }: JsonCallOptions): Promise<unknown> {
  const answer = await sendJsonRequest({ ...request, body: upload ?? formatJson(body, request.operation) });
  onText?.(answer.text);
  if (!isSuccess(answer)) throw refuse(answer);
  return answer.text === "" ? undefined : parseJson(answer.text, request.operation);
}

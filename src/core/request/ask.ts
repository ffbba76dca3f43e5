import { JsonErrorCode } from "../../wire/error.ts";
import { formatJson, parseJson, parseObject, parseSeconds, parseSecondsText } from "./response.ts";
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
 *   response is not JSON, and the errors thrown by {@link send}.
 */
export async function ask({ body, upload, onText, refuse, ...request }: JsonCallOptions): Promise<unknown> {
  const answer = await sendJsonRequest({ ...request, body: upload ?? formatJson(body, request.operation) });
  onText?.(answer.text);
  if (!isSuccess(answer)) throw refuse(answer);
  return answer.text === "" ? undefined : parseJson(answer.text, request.operation);
}

/** A 202 can mean that a guild's search index is not ready (published description). */
export function isSuccess({ status, text }: HttpAnswer): boolean {
  if (status === 202) return parseObject(text)["code"] !== JsonErrorCode.IndexNotReady;
  return status >= 200 && status <= 299;
}

/** The body is more precise than the header (Discord documentation, Rate Limits). */
export function retrySeconds(
  answer: HttpAnswer,
  body: Readonly<Record<string, unknown>> = parseObject(answer.text),
): number | undefined {
  const { retry_after: delay } = body;
  return (
    parseSeconds(delay) ?? parseSecondsText(delay) ?? parseSecondsText(answer.headers.get("retry-after"))
  );
}

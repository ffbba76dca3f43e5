import { type HttpAnswer, send, type SendOptions } from "./send.ts";
import type { StreamedBody } from "./streamed-body.ts";
import { JsonErrorCode } from "../../wire/json-error-code.ts";
import { formatJson, parseJson, parseObject } from "./json.ts";

/** One request whose answer is JSON, as its body is, unless it is a form. */
export interface JsonRequest extends SendOptions {
  readonly url: string;
}

/** Sends a request whose answer is wanted in JSON. */
export function sendJson({ url, headers, body, ...options }: JsonRequest): Promise<HttpAnswer> {
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

/** One question to the service: sent once, answered or refused. */
export interface Question extends Omit<JsonRequest, "body"> {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The same with files, sent instead. */
  readonly upload?: StreamedBody | undefined;
  /** Told the answer's text before anybody parses it. */
  readonly onText?: ((text: string) => void) | undefined;
  /** The error of an answer that is not a success. */
  readonly refuse: (answer: HttpAnswer) => Error;
}

/**
 * @returns the JSON of the answer; undefined when it has none.
 * @throws what `refuse` makes; ClientError `invalid_body` when the body cannot be JSON, `invalid_response` when a success
 * is not JSON, and those of {@link send}.
 */
export async function ask({ body, upload, onText, refuse, ...request }: Question): Promise<unknown> {
  const answer = await sendJson({ ...request, body: upload ?? formatJson(body, request.operation) });
  onText?.(answer.text);
  if (!isSuccess(answer)) throw refuse(answer);
  return answer.text === "" ? undefined : parseJson(answer.text, request.operation);
}

/** Whether the request was carried out. 202 tells of a search whose guild is still being read (published description). */
export function isSuccess({ status, text }: HttpAnswer): boolean {
  if (status === 202) return parseObject(text)["code"] !== JsonErrorCode.IndexNotReady;
  return status >= 200 && status <= 299;
}

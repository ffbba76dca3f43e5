import { type HttpAnswer, send, type SendOptions } from "../http/send.ts";
import { JsonErrorCode } from "../wire/json-error-code.ts";
import { formatJson, parseJson, parseObject } from "./json.ts";

/** One request in JSON. */
export interface JsonRequest extends SendOptions {
  readonly url: string;
}

/** Sends a request whose body, if it has one, is JSON, and whose answer is wanted in JSON. */
export function sendJson({ url, headers, body, ...options }: JsonRequest): Promise<HttpAnswer> {
  const type = body === undefined ? {} : { "content-type": "application/json" };
  return send(url, { body, headers: { accept: "application/json", ...type, ...headers }, ...options });
}

/** One question to the service: sent once, answered or refused. */
export interface Question extends Omit<JsonRequest, "body"> {
  /** Sent as JSON. */
  readonly body?: unknown;
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
export async function ask({ body, onText, refuse, ...request }: Question): Promise<unknown> {
  const answer = await sendJson({ ...request, body: formatJson(body, request.operation) });
  onText?.(answer.text);
  if (!isSuccess(answer)) throw refuse(answer);
  return answer.text === "" ? undefined : parseJson(answer.text, request.operation);
}

/** Whether what was asked for was done. 202 tells of a search whose guild is still being read (published description). */
export function isSuccess({ status, text }: HttpAnswer): boolean {
  if (status === 202) return parseObject(text)["code"] !== JsonErrorCode.IndexNotReady;
  return status >= 200 && status <= 299;
}

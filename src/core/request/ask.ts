import { formatJson, parseJson } from "./response.ts";
import { isSuccess, type HttpAnswer, type JsonRequest, sendJson, type StreamedBody } from "./send.ts";

/** A request with a JSON body, sent once. */
export interface Question extends Omit<JsonRequest, "body"> {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The body with files, sent in place of `body`. */
  readonly upload?: StreamedBody | undefined;
  /** Called with the text of the answer before it is parsed. */
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

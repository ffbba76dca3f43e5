import { formatJson } from "../../core/request/json.ts";

/** What is checked is what is sent: a getter cannot say something else later. */
export function toPlain<Body extends object>(body: Body, operation: string): Body {
  return JSON.parse(formatJson(body, operation) ?? "{}") as Body;
}

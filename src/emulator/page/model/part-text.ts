import type { ShownPart } from "./view.ts";

/** The body of a request or an answer, to be read: JSON on lines of its own. */
export function partText({ body, bytes, isWhole }: Omit<ShownPart, "headers">): string {
  return isWhole ? pretty(body) : `${body}\n… ${bytes} bytes in all`;
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

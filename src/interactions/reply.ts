/** The answer to a request; a body is always JSON. */
export interface Reply {
  readonly status: number;
  readonly body?: string;
}

/** The headers of every reply with a body. */
export const jsonHeaders = { "content-type": "application/json" } as const;

/** A successful reply with `value` as its body. */
export function jsonReply(value: unknown): Reply {
  return { status: 200, body: JSON.stringify(value) };
}

/** The answer to a request; a body is always JSON. */
export interface Reply {
  readonly status: number;
  readonly body?: string;
}

const jsonHeaders = { "content-type": "application/json" } as const;
// RFC 9110, section 15.5.6: a 405 names what is allowed.
const allowHeaders = { allow: "POST" } as const;

/** The headers of a reply: a copy, since @hono/node-server writes into those it is given. */
export function headersOf({ status, body }: Reply): Record<string, string> {
  if (body !== undefined) return { ...jsonHeaders };
  return status === 405 ? { ...allowHeaders } : {};
}

/** A successful reply with `value` as its body. */
export function jsonReply(value: unknown): Reply {
  return { status: 200, body: JSON.stringify(value) };
}

/** The answer to a request; a body is always JSON. */
export interface EndpointAnswer {
  readonly status: number;
  readonly body?: string;
  /** More headers than those that follow from the others. */
  readonly headers?: Readonly<Record<string, string>>;
}

const jsonHeaders = { "content-type": "application/json" } as const;
// RFC 9110, section 15.5.6: a 405 names what is allowed.
const allowHeaders = { allow: "POST" } as const;

/** The headers of a answer: a copy, since @hono/node-server writes into those it is given. */
export function headersOf({ status, body, headers }: EndpointAnswer): Record<string, string> {
  if (body !== undefined) return { ...jsonHeaders, ...headers };
  return status === 405 ? { ...allowHeaders, ...headers } : { ...headers };
}

/** A successful answer with `value` as its body. */
export function jsonAnswer(value: unknown): EndpointAnswer {
  return { status: 200, body: JSON.stringify(value) };
}

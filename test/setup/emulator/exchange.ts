import { type Exchange, keepPart } from "../../../src/emulator/outbound/exchanges.ts";

export function exchangeOf({
  body = "",
  headers = {},
  ...others
}: Partial<Exchange> & {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}): Exchange {
  return {
    number: 1,
    from: "service",
    method: "POST",
    url: "http://127.0.0.1:3000/interactions",
    at: 0,
    durationMs: 12.4,
    request: keepPart(Object.entries({ "content-type": "application/json", ...headers }), Buffer.from(body)),
    answer: { ...keepPart([], Buffer.from('{"type":5}')), status: 200 },
    ...others,
  };
}

import type { Redactor } from "../../../src/log/redactor.ts";
import { Secrets } from "../../../src/log/secrets.ts";
import type { TokenContext } from "../../../src/token/token-context.ts";

/** One request as the service sees it. */
export interface Seen {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly headers: Headers;
}

/** What {@link tokenContext} answers with: a status and a body, or a failure of the network. */
export type Answer = { readonly status?: number; readonly body: unknown } | Error;

/** A service whose answers `answer` makes; `registered` holds every secret that the library has announced. */
export function tokenContext(answer: (seen: Seen) => Answer): {
  context: TokenContext;
  requests: Seen[];
  registered: Set<string>;
} {
  const requests: Seen[] = [];
  const registered = new Set<string>();
  const redactor = {
    add: (secret: string) => registered.add(secret),
    remove: () => undefined,
    redact: (text: string) => text,
  };
  const context: TokenContext = {
    issuer: "https://service.example",
    tokenEndpoint: "https://service.example/api/oauth2/token",
    revocationEndpoint: "https://service.example/api/oauth2/token/revoke",
    apiBase: "https://service.example/api",
    insecure: false,
    timeoutMs: 30_000,
    secrets: new Secrets(() => redactor as unknown as Redactor),
    fetch: (url, init) => {
      const body = typeof init.body === "string" ? init.body : "";
      const fields = (
        body.startsWith("{") ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))
      ) as Record<string, string>;
      const seen = { url, fields, headers: new Headers(init.headers) };
      requests.push(seen);
      const said = answer(seen);
      if (said instanceof Error) return Promise.reject(said);
      return Promise.resolve(Response.json(said.body, { status: said.status ?? 200 }));
    },
  };
  return { context, requests, registered };
}

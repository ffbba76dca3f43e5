import type { Redactor } from "../../src/log/redactor.ts";
import { Secrets } from "../../src/log/secrets.ts";
import type { TokenContext } from "../../src/tokens/token-endpoint.ts";
import { type FetchAnswer, scriptedFetch } from "./scripted-fetch.ts";
import type { RecordedRequest } from "./scripted-service.ts";

/** Creates a token context whose service responds with `answer`; `registered` contains every secret passed to the redactor. */
export function tokenContext(answer: (recorded: RecordedRequest) => FetchAnswer): {
  context: TokenContext;
  requests: RecordedRequest[];
  registered: Set<string>;
} {
  const { fetch, requests } = scriptedFetch(answer);
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
    isReal: false,
    requestTimeoutMs: () => 30_000,
    secrets: new Secrets(() => redactor as unknown as Redactor),
    fetch,
  };
  return { context, requests, registered };
}

import { type IdTokenKey, IdTokenKeys } from "../../src/emulator/state/id-token-keys.ts";
import type { Fetch } from "../../src/core/request/addresses.ts";
import { scriptedFetch } from "./scripted-fetch.ts";

const other = new IdTokenKeys();
/** Creates a key that no issuer publishes. */
export async function strangeKey(): Promise<IdTokenKey> {
  await other.rotate();
  return other.current();
}

/** An in-memory ID token issuer: discovery, keys, and tokens with arbitrary claims. */
export class IdTokenIssuer {
  readonly issuer = "https://issuer.example";
  /** The responses from the two URLs. An `Error` simulates a network failure. */
  discovery: Record<string, string> | Error = this.described();
  keys: object | Error = { keys: [] };
  readonly fetch: Fetch;
  readonly requestedPaths: () => readonly string[];

  static async start(): Promise<IdTokenIssuer> {
    const issuer = new IdTokenIssuer();
    issuer.publish(new IdTokenKeys().current());
    return issuer;
  }

  private constructor() {
    const { fetch, requests } = scriptedFetch(({ path }) => {
      const document = path.endsWith("/keys") ? this.keys : this.discovery;
      return document instanceof Error ? document : { body: document };
    });
    this.fetch = fetch;
    this.requestedPaths = () => requests.map(({ path }) => path.replace(this.issuer, ""));
  }

  described(changed: Record<string, string> = {}): Record<string, string> {
    return { issuer: this.issuer, jwks_uri: `${this.issuer}/keys`, ...changed };
  }

  publish(...keys: readonly IdTokenKey[]): void {
    this.keys = { keys: keys.map(({ published }) => published) };
  }

  /** Returns a valid token's claims for application 9 and nonce `n`. */
  claims(changed: object = {}): object {
    const now = Math.floor(Date.now() / 1000);
    return { iss: this.issuer, sub: "5", aud: "9", nonce: "n", iat: now, exp: now + 600, ...changed };
  }

  async token(changed: object = {}): Promise<string> {
    return new IdTokenKeys().current().sign(this.claims(changed));
  }
}

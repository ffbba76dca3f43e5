import { createHash } from "node:crypto";

interface Family {
  readonly player: string;
  generation: number;
  isAlive: boolean;
}

/** An in-memory token endpoint with rotation: each refresh token works once, and reuse revokes its family. */
export class TokenServiceInMemory {
  readonly #families: Family[] = [];
  /** Every request's parameters and path. */
  readonly requests: Record<string, string>[] = [];
  refreshes = 0;
  reuses = 0;
  expiresIn = 600;
  givesIdTokens = true;
  givesRefreshTokens = true;
  /** One-time responses that replace the service's own. */
  readonly next: (() => Response | Promise<Response>)[] = [];
  /** Awaited before the response to a refresh is sent. */
  beforeAnswer: (() => Promise<unknown>) | undefined;

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname } = new URL(url);
    const path = pathname.replace("/api/v10", "");
    const body = typeof init.body === "string" ? init.body : "";
    const isJson = body.startsWith("{");
    const form = isJson
      ? (JSON.parse(body) as Record<string, string>)
      : Object.fromEntries(new URLSearchParams(body));
    const { authorization = "" } = init.headers as Record<string, string>;
    this.requests.push({ path, authorization, ...form });
    const next = this.next.shift();
    if (next) return next();
    if (path === "/users/@me") return this.#user(authorization);
    if (path === "/oauth2/token/revoke") return Response.json({});
    if (path === "/partner-sdk/token") return this.#signIn(playerOf(form["external_auth_token"] ?? ""));
    if (form["grant_type"] === "refresh_token") return this.#refresh(form["refresh_token"] ?? "");
    return form["code"]?.startsWith("bad")
      ? Response.json({ error: "invalid_grant" }, { status: 400 })
      : this.#signIn(form["code"] ?? "");
  };

  #signIn(player: string): Response {
    const family = { player, generation: 1, isAlive: true };
    this.#families.push(family);
    return this.#answer(family);
  }

  async #refresh(token: string): Promise<Response> {
    this.refreshes++;
    const [, number = "", generation = ""] = /^refresh-(\d+)-(\d+)$/.exec(token) ?? [];
    const family = this.#families[Number(number)];
    const isNewest = family?.isAlive && family.generation === Number(generation);
    if (isNewest) family.generation++;
    await this.beforeAnswer?.();
    if (family && isNewest) return this.#answer(family);
    if (family) {
      this.reuses++;
      family.isAlive = false;
    }
    return Response.json({ error: "invalid_grant", error_description: `no ${token}` }, { status: 400 });
  }

  #answer(family: Family): Response {
    const name = `${this.#families.indexOf(family)}-${family.generation}`;
    const { expiresIn, givesIdTokens, givesRefreshTokens } = this;
    const payload = Buffer.from(JSON.stringify({ sub: family.player })).toString("base64url");
    return Response.json({
      access_token: `access-${name}`,
      ...(givesRefreshTokens && { refresh_token: `refresh-${name}` }),
      token_type: "Bearer",
      expires_in: expiresIn,
      scope: "openid",
      ...(givesIdTokens && { id_token: `e30.${payload}.c2ln` }),
    });
  }

  #user(authorization: string): Response {
    const family = this.#families[Number(/access-(\d+)-/.exec(authorization)?.[1])];
    return family ? Response.json({ id: family.player }) : Response.json({}, { status: 401 });
  }
}

/** Returns the id of the player to whom the provider issued `token`. */
export function playerOf(token: string): string {
  const digest = createHash("sha256").update(token).digest();
  return String(10n ** 17n + (digest.readBigUInt64BE() % 10n ** 17n));
}

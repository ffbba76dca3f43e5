import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A refresh token reuse, which revoked the player's tokens. */
export interface Reuse {
  readonly player: string;
  /** The player's newest refresh token, and the process that received it. */
  readonly newest: string;
  readonly givenTo: string;
}

interface Family {
  newest: number;
  givenTo: string;
  isAlive: boolean;
}

/** A token endpoint with short lifetimes, rotation and reuse detection. */
export class RotatingService {
  readonly #server: Server;
  readonly #families = new Map<string, Family>();
  readonly reuses: Reuse[] = [];
  refreshes = 0;
  expiresIn = 2;
  /** The last refresh. `/check` accepts only its access token. */
  last: { readonly accessToken: string; readonly refreshToken: string; readonly givenTo: string } | undefined;
  #lastAt = 0;
  /** Awaited after a refresh token is used up and before the response is sent. */
  beforeAnswer: ((player: string, instance: string) => Promise<unknown>) | undefined;

  private constructor(server: Server) {
    this.#server = server;
    server.on("request", (request, response) => {
      if (request.url === "/check")
        return void response.writeHead(this.#accepts(request.headers.authorization) ? 200 : 401).end();
      let body = "";
      request.setEncoding("utf8").on("data", (text: string) => (body += text));
      request.on("end", () => {
        const token = new URLSearchParams(body).get("refresh_token") ?? "";
        const instance = String(request.headers["x-instance"]);
        const [status, answer] = this.#refresh(token, instance);
        const end = (): void =>
          void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
        const [player = ""] = token.split(".");
        void (this.beforeAnswer?.(player, instance) ?? Promise.resolve()).then(end);
      });
    });
  }

  static async start(): Promise<RotatingService> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new RotatingService(server);
  }

  get webBase(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get apiBase(): string {
    return `${this.webBase}/api/v10`;
  }

  signIn(player: string): string {
    this.#families.set(player, { newest: 1, givenTo: "", isAlive: true });
    return `${player}.1`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #accepts(authorization: string | undefined): boolean {
    const isFresh = Date.now() < this.#lastAt + this.expiresIn * 1000;
    return isFresh && authorization === `Bearer ${this.last?.accessToken}`;
  }

  #refresh(token: string, instance: string): [number, object] {
    this.refreshes++;
    const [player = "", number] = token.split(".");
    const family = this.#families.get(player);
    if (!family?.isAlive) return [400, { error: "invalid_grant" }];
    if (Number(number) !== family.newest) {
      family.isAlive = false;
      this.reuses.push({ player, newest: `${player}.${family.newest}`, givenTo: family.givenTo });
      return [400, { error: "invalid_grant" }];
    }
    family.newest++;
    family.givenTo = instance;
    const name = `${player}.${family.newest}`;
    this.last = { accessToken: `access-${name}`, refreshToken: name, givenTo: instance };
    this.#lastAt = Date.now();
    return [
      200,
      {
        access_token: `access-${name}`,
        refresh_token: name,
        token_type: "Bearer",
        expires_in: this.expiresIn,
        scope: "openid",
      },
    ];
  }
}

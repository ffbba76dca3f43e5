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
  /** Awaited after a refresh token is used up and before the response is sent. */
  beforeAnswer: ((player: string) => Promise<unknown>) | undefined;

  private constructor(server: Server) {
    this.#server = server;
    server.on("request", (request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (text: string) => (body += text));
      request.on("end", () => {
        const token = new URLSearchParams(body).get("refresh_token") ?? "";
        const [status, answer] = this.#refresh(token, String(request.headers["x-instance"]));
        const end = (): void =>
          void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
        const [player = ""] = token.split(".");
        void (this.beforeAnswer?.(player) ?? Promise.resolve()).then(end);
      });
    });
  }

  static async start(): Promise<RotatingService> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new RotatingService(server);
  }

  get apiBase(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/v10`;
  }

  signIn(player: string): string {
    this.#families.set(player, { newest: 1, givenTo: "", isAlive: true });
    return `${player}.1`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
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

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { loadOidcProvider } from "../../src/emulator/oauth/oidc-provider.ts";

export const applicationId = "1234567890123456789";

export interface Issue {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly player: string;
  readonly at: number;
}

interface TokenContext {
  readonly body: { readonly access_token: string; readonly refresh_token: string };
  get(header: string): string;
}

/** The parts of oidc-provider that this file uses but the emulator does not. */
interface Provider {
  readonly Client: { find(id: string): Promise<unknown> };
  readonly Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
  readonly RefreshToken: new (of: object) => { save(): Promise<string> };
  callback(): (request: unknown, response: unknown) => Promise<void>;
  on(event: "grant.success", listener: (context: TokenContext) => void): void;
  on(event: "grant.revoked", listener: () => void): void;
}

/** An oidc-provider with short token lifetimes, rotation and reuse detection. */
export class RotatingServer {
  readonly #server: Server;
  readonly #provider: Provider;
  readonly #accessTokenSeconds: number;
  readonly webBase: string;
  last: Issue | undefined;
  issues = 0;
  /** The number of reuses, each of which revoked a token family. */
  reuses = 0;
  /** Called with the refreshing process's name before the response is sent. */
  onRefresh: ((player: string) => void) | undefined;

  private constructor(server: Server, provider: Provider, webBase: string, accessTokenSeconds: number) {
    this.#server = server;
    this.#provider = provider;
    this.#accessTokenSeconds = accessTokenSeconds;
    this.webBase = webBase;
    const handle = provider.callback();
    server.on("request", (request, response) => {
      if (request.url !== "/check") {
        this.onRefresh?.(String(request.headers["x-player"]));
        return void handle(request, response);
      }
      const good = request.headers.authorization === `Bearer ${this.last?.accessToken}` && this.#alive();
      response.writeHead(good ? 200 : 401).end();
    });
    provider.on("grant.success", (context) => {
      this.issues++;
      const { access_token: accessToken, refresh_token: refreshToken } = context.body;
      this.last = { accessToken, refreshToken, player: context.get("x-player"), at: Date.now() };
    });
    provider.on("grant.revoked", () => this.reuses++);
  }

  static async start(accessTokenSeconds: number): Promise<RotatingServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const webBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const module = await loadOidcProvider();
    const provider = new module.Provider(webBase, {
      clients: [
        {
          client_id: applicationId,
          application_type: "native",
          token_endpoint_auth_method: "none",
          grant_types: ["authorization_code", "refresh_token"],
          redirect_uris: ["http://127.0.0.1/callback"],
        },
      ],
      routes: { token: "/api/oauth2/token" },
      features: { devInteractions: { enabled: false } },
      findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
      issueRefreshToken: () => true,
      rotateRefreshToken: () => true,
      ttl: { AccessToken: accessTokenSeconds, RefreshToken: 86_400, Grant: 86_400, IdToken: 3600 },
    }) as unknown as Provider;
    return new RotatingServer(server, provider, webBase, accessTokenSeconds);
  }

  /** Returns a refresh token as a sign-in would issue it. */
  async signIn(): Promise<string> {
    const grant = new this.#provider.Grant({ accountId: "player", clientId: applicationId });
    grant.addOIDCScope("openid");
    const grantId = await grant.save();
    const client = await this.#provider.Client.find(applicationId);
    const token = new this.#provider.RefreshToken({
      client,
      grantId,
      accountId: "player",
      scope: "openid",
      gty: "authorization_code",
      rotations: 0,
      iiat: Math.floor(Date.now() / 1000),
    });
    return token.save();
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #alive(): boolean {
    return this.last !== undefined && Date.now() < this.last.at + this.#accessTokenSeconds * 1000;
  }
}

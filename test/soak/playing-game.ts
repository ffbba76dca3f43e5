import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { verifyInteraction } from "../../src/interactions/index.ts";

interface Interaction {
  readonly type: number;
  readonly token: string;
  readonly data?: { readonly options?: readonly { readonly value: string }[] };
}

/** The game that players use. Receives authorization codes and defers its answers to interactions. */
export class PlayingGame {
  readonly #server: Server;
  readonly #waiting = new Map<string, (secret: string) => void>();
  publicKey = "";

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<PlayingGame> {
    const game = new PlayingGame();
    game.#server.listen(0, "127.0.0.1");
    await once(game.#server, "listening");
    return game;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /**
   * Resolves with a value that only the game receives: the code for the sign-in with this state, or the token of the interaction
   * with this value.
   */
  secretOf(name: string): Promise<string> {
    return new Promise((resolve) => void this.#waiting.set(name, resolve));
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", this.url);
    if (pathname !== "/callback") return await this.#play(request, response);
    this.#report(searchParams.get("state"), searchParams.get("code"));
    response.end("Return to the game");
  }

  async #play(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const signature = String(request.headers["x-signature-ed25519"]);
    const timestamp = String(request.headers["x-signature-timestamp"]);
    if (!(await verifyInteraction({ publicKey: this.publicKey, signature, timestamp, body }))) {
      return void response.writeHead(401).end();
    }
    const { type, token, data } = JSON.parse(body) as Interaction;
    this.#report(data?.options?.[0]?.value, token);
    const headers = { "content-type": "application/json" };
    response.writeHead(200, headers).end(JSON.stringify({ type: type === 1 ? 1 : 5 }));
  }

  #report(name: string | null | undefined, secret: string | null): void {
    this.#waiting.get(name ?? "")?.(secret ?? "");
    this.#waiting.delete(name ?? "");
  }
}

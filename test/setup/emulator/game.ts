import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach } from "vitest";
import type { EmulatorApplication } from "../../../src/emulator/state/application.ts";
import { verifyInteraction } from "../../../src/interactions/index.ts";
import { encode } from "./encode.ts";
import type { CommandPayload } from "../../../src/wire/interaction.ts";

export interface LocalServer extends AsyncDisposable {
  readonly server: Server;
  readonly url: string;
  close(): Promise<void>;
}

export async function startServer(listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { server, url, close, [Symbol.asyncDispose]: close };
}

/** A game that responds to interactions. Tests replace `answer`. */
export interface Game extends LocalServer {
  /** The received interactions, except PING. */
  readonly payloads: CommandPayload[];
  /** Returns a callback, a form with a callback and files, or `undefined` for 202 without a body. */
  answer: (payload: CommandPayload) => unknown;
}

/** Starts a game that verifies signatures and responds to PING. */
export async function startGame(publicKey: string): Promise<Game> {
  const payloads: CommandPayload[] = [];
  const server = await startServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const signature = String(request.headers["x-signature-ed25519"]);
    const timestamp = String(request.headers["x-signature-timestamp"]);
    if (!(await verifyInteraction({ publicKey, signature, timestamp, body }))) {
      response.writeHead(401).end();
      return;
    }
    const payload = JSON.parse(body) as CommandPayload;
    const isPing = (payload.type as number) === 1;
    if (!isPing) payloads.push(payload);
    const reply = isPing ? { type: 1 } : game.answer(payload);
    const { contentType, bytes } = await encode(reply);
    response.writeHead(reply === undefined ? 202 : 200, { "content-type": contentType }).end(bytes);
  });
  const game: Game = { ...server, payloads, answer: () => undefined };
  return game;
}

/** Starts a game for all tests in a file and makes it the application's endpoint. By default, it replies "done". */
export async function useGame(
  application: Readonly<Pick<EmulatorApplication, "publicKey" | "setInteractionsEndpoint">>,
): Promise<Game> {
  const game = await startGame(application.publicKey);
  await application.setInteractionsEndpoint(game.url);
  beforeEach(() => {
    game.payloads.length = 0;
    game.answer = () => say("done");
  });
  afterAll(() => game.close());
  return game;
}

export const say = (content: string) => ({ type: 4, data: { content } });

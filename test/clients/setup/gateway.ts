import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { startGame } from "../../setup/emulator/game.ts";
import type { Bot } from "./bot.ts";
import { passOn } from "./service-front.ts";

/**
 * Where bots that keep a connection hear of interactions. The emulator has no gateway: interactions that it sends to the
 * application's endpoint come out here, and the bot answers through the API.
 */
export interface Gateway extends AsyncDisposable {
  /** The API, and the address of this gateway. */
  readonly url: string;
}

const Op = { Dispatch: 0, Heartbeat: 1, Identify: 2, Hello: 10, HeartbeatAck: 11 } as const;

/** Takes the place of the application's endpoint, and of the service for whoever asks where the gateway is. */
export async function startGateway({ emulator, application }: Bot): Promise<Gateway> {
  const sockets = new Set<WebSocket>();
  const user = {
    id: application.id,
    username: application.name,
    discriminator: "0000",
    avatar: null,
    bot: true,
  };
  const ready = (url: string) => ({
    v: 10,
    user,
    guilds: [],
    private_channels: [],
    presences: [],
    session_id: "session",
    resume_gateway_url: url,
    application: { id: application.id, flags: 0 },
  });
  const game = await startGame(application.publicKey);
  let sequence = 0;
  const dispatch = (socket: WebSocket, t: string, d: unknown) =>
    socket.send(JSON.stringify({ op: Op.Dispatch, s: ++sequence, t, d }));
  game.answer = (payload) => sockets.forEach((socket) => dispatch(socket, "INTERACTION_CREATE", payload));
  await application.setInteractionsEndpoint(game.url);

  const server = createServer((request, response) => {
    if (!/\/gateway(?:\/bot)?$/.test(request.url ?? "")) return passOn(emulator.webBase, request, response);
    const session_start_limit = { total: 1000, remaining: 999, reset_after: 0, max_concurrency: 1 };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ url: address("ws"), shards: 1, session_start_limit }));
  });
  const address = (scheme: string) => `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  new WebSocketServer({ server }).on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("message", (bytes: Buffer) => {
      const { op } = JSON.parse(bytes.toString()) as { op: number };
      if (op === Op.Identify) dispatch(socket, "READY", ready(address("ws")));
      if (op === Op.Heartbeat) socket.send(JSON.stringify({ op: Op.HeartbeatAck }));
    });
    socket.send(JSON.stringify({ op: Op.Hello, d: { heartbeat_interval: 40_000 } }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: address("http"),
    [Symbol.asyncDispose]: async () => {
      sockets.forEach((socket) => socket.terminate());
      server.close();
      server.closeAllConnections();
      await game.close();
    },
  };
}

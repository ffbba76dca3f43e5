import type { RequestListener } from "node:http";
import {
  type Emulator,
  type EmulatorApplication,
  type RateLimit,
  startEmulator,
} from "../../../src/emulator/index.ts";
import { startServer } from "../../setup/emulator/game.ts";
import { startServiceFront } from "./service-front.ts";
import type { Integration } from "./website.ts";

/** An application with a bot, and the server that receives its interactions. */
export interface Bot extends AsyncDisposable {
  readonly emulator: Emulator;
  readonly application: EmulatorApplication;
  /** The API's base URL, for clients that append a version. */
  readonly api: string;
  /** The server's request handler, set by each test. */
  listener: RequestListener;
  /** Registers the server as the interactions endpoint. The server must respond to PING and reject invalid signatures. */
  connect(): Promise<void>;
}

/** In guilds whose ids begin with 429, commands can be read once per second. */
const limits: readonly RateLimit[] = [
  { method: "GET", path: /\/guilds\/429\d+\/commands$/, requests: 1, seconds: 1 },
];

const skus = [
  { id: "71", name: "Reef Pass", type: 5 },
  { id: "72", name: "Pearl", type: 3 },
] as const;

/** A guild with one message, by Grace. */
const guild = {
  id: "11",
  name: "Divers",
  owner: "Ada",
  channels: [{ name: "general", messages: [{ id: "1100", author: "Grace", content: "Nice" }] }],
};

export async function openBot(integration: Integration): Promise<Bot> {
  const emulator = await startEmulator({
    world: { applications: [{ name: "Reef", activities: true, skus }], guilds: [guild] },
    rateLimits: limits,
  });
  const { application, webBase } = emulator;
  const server = await startServer((request, response) => bot.listener(request, response));
  const front = integration === "namespace" ? await startServiceFront(webBase) : undefined;
  const bot: Bot = {
    emulator,
    application,
    api: `${webBase}/api`,
    listener: (_request, response) => response.writeHead(404).end(),
    connect: () => application.setInteractionsEndpoint(`${server.url}interactions`),
    [Symbol.asyncDispose]: async () => {
      await front?.close();
      await server.close();
      await emulator.close();
    },
  };
  return bot;
}

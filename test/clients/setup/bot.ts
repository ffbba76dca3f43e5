import type { RequestListener } from "node:http";
import {
  type Emulator,
  type EmulatorApplication,
  type RateLimit,
  startEmulator,
} from "../../../src/emulator/index.ts";
import { startServer } from "../../setup/emulator/game.ts";
import { startServiceFront } from "./service-front.ts";
import type { Way } from "./website.ts";

/** An application with a bot, and the server that its interactions arrive at. */
export interface Bot extends AsyncDisposable {
  readonly emulator: Emulator;
  readonly application: EmulatorApplication;
  /** Where the service's API is, for clients that put a version behind it. */
  readonly api: string;
  /** How the server answers; a test changes it. */
  listener: RequestListener;
  /** Enters the server as the place where interactions go; it has to answer PING and refuse a wrong signature. */
  connect(): Promise<void>;
}

/** Of guilds whose ids begin with 429, commands can be read once in a second. */
const limits: readonly RateLimit[] = [
  { method: "GET", path: /\/guilds\/429\d+\/commands$/, requests: 1, seconds: 1 },
];

/** Goods of the application. */
const skus = [
  { id: "71", name: "Reef Pass", type: 5 },
  { id: "72", name: "Pearl", type: 3 },
] as const;

/** A guild in which Grace has said something. */
const guild = {
  id: "11",
  name: "Divers",
  owner: "Ada",
  channels: [{ name: "general", messages: [{ id: "1100", author: "Grace", content: "Nice" }] }],
};

export async function openBot(way: Way): Promise<Bot> {
  const emulator = await startEmulator({
    world: { applications: [{ name: "Reef", activities: true, skus }], guilds: [guild] },
    rateLimits: limits,
  });
  const { application, webBase } = emulator;
  const server = await startServer((request, response) => bot.listener(request, response));
  const front = way === "namespace" ? await startServiceFront(webBase) : undefined;
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

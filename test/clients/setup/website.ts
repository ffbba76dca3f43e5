import type { RequestListener } from "node:http";
import { type Emulator, type EmulatorApplication, startEmulator } from "../../../src/emulator/index.ts";
import { startServer } from "../../setup/emulator/game.ts";
import { startServiceFront } from "./service-front.ts";

/** A website whose visitors sign in with the service. */
export interface Website extends AsyncDisposable {
  readonly emulator: Emulator;
  /** Confidential, as websites are. */
  readonly application: EmulatorApplication;
  /** Public, as games are. */
  readonly game: EmulatorApplication;
  readonly url: string;
  /** Where the service sends visitors back to; registered. */
  readonly callback: string;
  /** How it answers; a test changes it. */
  listener: RequestListener;
}

/** How a website reaches the service: told its address, or by the service's own names. */
export type Way = "base-url" | "namespace";

export async function openWebsite(way: Way): Promise<Website> {
  const server = await startServer((request, response) => website.listener(request, response));
  const callback = `${server.url}auth/callback/discord`;
  const emulator = await startEmulator({
    world: {
      applications: [
        { name: "Reef", publicClient: false, redirectUris: [callback], guilds: ["11"] },
        { name: "Reef, the game", publicClient: true, redirectUris: [callback] },
      ],
      guilds: [],
    },
    deviceIntervalSeconds: 1,
  });
  const front = way === "namespace" ? await startServiceFront(emulator.webBase) : undefined;
  const website: Website = {
    emulator,
    application: emulator.application,
    game: emulator.applications[1] ?? emulator.application,
    url: server.url,
    callback,
    listener: (_request, response) => response.end("Welcome back"),
    [Symbol.asyncDispose]: async () => {
      await front?.close();
      await server.close();
      await emulator.close();
    },
  };
  return website;
}

import type { RequestListener } from "node:http";
import { type Emulator, type EmulatorApplication, startEmulator } from "../../../src/emulator/index.ts";
import { startServer } from "../../setup/emulator/game.ts";
import { startServiceFront } from "./service-front.ts";

/** A website whose visitors sign in through the service. */
export interface Website extends AsyncDisposable {
  readonly emulator: Emulator;
  /** A confidential application, as used by websites. */
  readonly application: EmulatorApplication;
  /** A public application, as used by games. */
  readonly game: EmulatorApplication;
  readonly url: string;
  /** The registered redirect URI. */
  readonly callback: string;
  /** The website's request handler, set by each test. */
  listener: RequestListener;
}

/** Whether a client uses the emulator's base URL or, in a network namespace, the service's own host names. */
export type Integration = "base-url" | "namespace";

export async function openWebsite(integration: Integration): Promise<Website> {
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
  const front = integration === "namespace" ? await startServiceFront(emulator.webBase) : undefined;
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

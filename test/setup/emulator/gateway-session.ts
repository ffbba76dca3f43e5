import type { Identity } from "../../../src/emulator/gateway/sessions.ts";
import type { EmulatorApplicationInit } from "../../../src/emulator/state/application.ts";
import { World } from "../../../src/emulator/state/world.ts";
import type { GatewayMessage } from "./gateway-bot.ts";

/** Creates a world with one application, and the identity of that application's gateway session. */
export function createIdentity(init: EmulatorApplicationInit = {}, more: Partial<Identity> = {}) {
  const world = new World({ world: { applications: [init], guilds: [{ id: "11", name: "Divers" }] } });
  const identity: Identity = { application: world.applications[0], intents: 0, shard: [0, 1], ...more };
  return { world, identity, application: identity.application };
}

export function collect(): { readonly messages: GatewayMessage[]; send(text: string): void; leave(): void } {
  const messages: GatewayMessage[] = [];
  return {
    messages,
    send: (text) => void messages.push(JSON.parse(text) as GatewayMessage),
    leave: () => undefined,
  };
}

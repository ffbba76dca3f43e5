import type { Server } from "node:http";
import { answerWithoutUpgrade, type Upgrade, wantsWebSocket } from "./base/upgrade.ts";
import type { ActivityProxy } from "./activity-proxy/activity-proxy.ts";
import type { Gateway } from "./gateway/gateway.ts";

/** Hands each request for a WebSocket to who takes it at its host: the proxy of Activities, or the gateway. */
export function openUpgrades(server: Server, gateway: Gateway, proxy: ActivityProxy): void {
  server.on("upgrade", (request, socket, head) => {
    const upgrade: Upgrade = { request, socket, head };
    if (!wantsWebSocket(request)) return answerWithoutUpgrade(server, upgrade);
    const taker = proxy.isFor(request) ? proxy : gateway;
    taker.upgrade(upgrade).catch(() => socket.destroy());
  });
}

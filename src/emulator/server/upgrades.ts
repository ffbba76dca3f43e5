import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { guarded } from "../../core/check/callback.ts";
import { isOwnHost } from "../base/own-host.ts";
import { answerWithoutUpgrade, refuseUpgrade, type Upgrade, wantsWebSocket } from "../base/upgrade.ts";
import type { ActivityProxy } from "../activity/proxy/activity-proxy.ts";
import type { Gateway } from "../gateway/gateway.ts";

interface Takers {
  readonly gateway: Gateway;
  readonly proxy: ActivityProxy;
  /** Where the server listens. */
  readonly webBase: string;
}

/** Hands each request for a WebSocket to who takes it at its host: the proxy of Activities, or the gateway. */
export function openUpgrades(server: Server, { gateway, proxy, webBase }: Takers): void {
  const take = (request: IncomingMessage, socket: Duplex, head: Buffer): void | Promise<void> => {
    const upgrade: Upgrade = { request, socket, head };
    if (!wantsWebSocket(request)) return answerWithoutUpgrade(server, upgrade);
    const isForProxy = proxy.isFor(request);
    if (!isForProxy && !isOwnHost(request, webBase)) return refuseUpgrade(socket);
    const taker = isForProxy ? proxy : gateway;
    return taker.upgrade(upgrade);
  };
  server.on(
    "upgrade",
    guarded(take, (_error, _request, socket) => socket.destroy()),
  );
}

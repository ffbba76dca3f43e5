import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { guarded } from "../../../core/check/callback.ts";
import { loadOnce } from "../../../core/lazy.ts";
import type { Upgrade } from "../../base/sockets.ts";
import { findByHost, isActivityHost, type ProxyInit } from "../windows.ts";

const mostSockets = 500;

/** Serves `<application id>.localhost`, the emulator's equivalent of `<application id>.discordsays.com`. */
export class ActivityProxy {
  readonly #init: ProxyInit;
  readonly #carried = new Set<Duplex>();
  readonly #load = loadOnce(async () => {
    const { ActivityOrigins } = await import("./activity-origins.ts");
    return new ActivityOrigins(this.#init);
  });

  constructor(init: ProxyInit) {
    this.#init = init;
  }

  isFor({ headers }: IncomingMessage): boolean {
    return isActivityHost(headers.host ?? "");
  }

  openTo({ headers: { origin } }: IncomingMessage): Readonly<Record<string, string>> | undefined {
    if (origin === undefined || !URL.canParse(origin)) return undefined;
    const { host, port } = new URL(origin);
    if (port !== new URL(this.#init.webBase).port || !findByHost(this.#init.world, host)) return undefined;
    return {
      "access-control-allow-origin": origin,
      "access-control-allow-headers": "authorization, content-type",
      "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
      vary: "origin",
    };
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const origins = await this.#load();
    if (!response.destroyed) await origins.answer(request, response);
  }

  async upgrade(upgrade: Upgrade): Promise<void> {
    const { socket } = upgrade;
    const drop = () => socket.destroy();
    const forget = () => this.#carried.delete(socket);
    socket.on("error", guarded(drop, drop));
    this.#carried.add(socket);
    socket.once("close", guarded(forget, forget));
    const areTooMany = this.#carried.size > mostSockets;
    const origins = await this.#load();
    if (!socket.destroyed) await origins.upgrade(upgrade, areTooMany);
  }

  close(): void {
    for (const socket of this.#carried) socket.destroy();
  }
}

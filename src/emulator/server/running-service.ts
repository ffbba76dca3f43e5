import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { guarded } from "../../core/check/callback.ts";
import { isOwnHost, closeLimitedServer, createLimitedServer } from "../base/http.ts";
import { answerWithoutUpgrade, refuseUpgrade, type Upgrade, wantsWebSocket } from "../base/sockets.ts";
import { ActivityProxy } from "../activity/proxy/activity-proxy.ts";
import { Gateway } from "../gateway/gateway.ts";
import type { AddressInfo } from "node:net";
import { abortedError, ClientError, ErrorType } from "../../core/errors.ts";
import { loadOnce } from "../../core/lazy.ts";
import { activityCommands } from "../activity/commands/table.ts";
import type { DesktopClient } from "../activity/desktop-client/desktop-client.ts";
import type { DesktopClientInit } from "../activity/desktop-client/init.ts";
import type { OidcProvider } from "../oauth/oidc-provider.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import type { AuthorizationServerInit } from "../oauth/provider.ts";
import type { EmulatorOptions } from "./options.ts";
import { createListener } from "./server.ts";
import type { World } from "../state/world.ts";
import { ActivityWindows } from "../activity/windows.ts";
import { lifetimes } from "../../wire/limits.ts";

export class RunningService {
  readonly world: World;
  readonly webBase: string;
  readonly apiBase: string;
  readonly gateway: Gateway;
  readonly windows: ActivityWindows;
  readonly #live: LiveWorld;
  readonly #proxy: ActivityProxy;
  readonly #server: Server;
  readonly #signal: AbortSignal | undefined;
  readonly #stop = (): void => void this.close();
  desktopClient: DesktopClient | undefined;
  #serverClosed: Promise<void> | undefined;

  static async start(world: World, options: EmulatorOptions): Promise<RunningService> {
    const server = createLimitedServer();
    await listen(server, options.port ?? 0);
    const service = new RunningService(world, server, options);
    try {
      await service.#open(options);
    } catch (error) {
      await service.close();
      throw error;
    }
    return service;
  }

  private constructor(world: World, server: Server, options: EmulatorOptions) {
    const webBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { accessTokenSeconds = lifetimes.accessToken, signal } = options;
    const provider = createAuthorizationServer(world, { issuer: webBase, accessTokenSeconds });
    this.world = world;
    this.webBase = webBase;
    this.apiBase = `${webBase}/api/v10`;
    this.gateway = new Gateway(world);
    this.#live = { world, provider, webBase };
    this.windows = new ActivityWindows(this.#live, activityCommands);
    this.#proxy = new ActivityProxy({ world, webBase, windows: this.windows });
    this.#server = server;
    this.#signal = signal;
    signal?.addEventListener("abort", this.#stop, { once: true });
    world.files.base = webBase;
    world.apiBase = this.apiBase;
  }

  async close(): Promise<void> {
    // The signal may outlive the emulator, and its listener would keep the emulator in memory.
    this.#signal?.removeEventListener("abort", this.#stop);
    this.gateway.close();
    this.windows.close();
    this.#proxy.close();
    this.world.close();
    await this.desktopClient?.close();
    await (this.#serverClosed ??= closeLimitedServer(this.#server));
  }

  async #open({ desktopClient: init, onRequest, signal }: EmulatorOptions): Promise<void> {
    const desktopClient = await startDesktopClient(this.#live, init);
    this.desktopClient = desktopClient;
    const served = { ...this.#live, desktopClient, windows: this.windows, proxy: this.#proxy };
    const listener = createListener(served, onRequest);
    const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.#upgrade({ request, socket, head });
    this.#server.on("request", guarded(listener, drop)).on("upgrade", guarded(upgrade, drop));
    throwIfStartAborted(signal);
  }

  #upgrade(upgrade: Upgrade): void | Promise<void> {
    const { request, socket } = upgrade;
    if (!wantsWebSocket(request)) return answerWithoutUpgrade(this.#server, upgrade);
    if (this.#proxy.isFor(request)) return this.#proxy.upgrade(upgrade);
    return isOwnHost(request, this.webBase) ? this.gateway.upgrade(upgrade) : refuseUpgrade(socket);
  }
}

const drop = (_error: unknown, _request: unknown, peer: Duplex | ServerResponse) => peer.destroy();

/**
 * Configured like the service: S256 is the only PKCE method, refresh tokens work only once, and revocation applies to all of a
 * player's tokens. Loaded on first use, because loading the server and creating keys would take most of the startup time.
 */
export function createAuthorizationServer(
  world: World,
  init: AuthorizationServerInit,
): () => Promise<OidcProvider> {
  return loadOnce(async () => {
    const { makeProvider } = await import("../oauth/provider.ts");
    return makeProvider(world, init);
  });
}

export function throwIfStartAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError("Starting the emulator");
}

const loadDesktopClient = loadOnce(() => import("../activity/desktop-client/desktop-client.ts"));

async function startDesktopClient(
  live: LiveWorld,
  init: DesktopClientInit | boolean = false,
): Promise<DesktopClient | undefined> {
  if (init === false) return undefined;
  const { DesktopClient } = await loadDesktopClient();
  return DesktopClient.start(live, init === true ? {} : init);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: { code?: string }) => reject(portUnavailable(port, error.code));
    server.once("error", guarded(refuse, reject));
    server.listen(port, "127.0.0.1", () => {
      // Accepting a connection may fail if no file descriptor is free.
      server.on("error", () => undefined);
      resolve();
    });
  });
}

function portUnavailable(port: number, reason = "unknown"): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "port_unavailable",
    message: `The emulator cannot listen on 127.0.0.1:${port} (${reason}).`,
    hint: "Omit the port to use any free one.",
  });
}

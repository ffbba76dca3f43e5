import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { Redis } from "ioredis";
import { expect } from "vitest";
import { endProgram, startProgram } from "../../setup/child-process.ts";
import { freePort } from "../../setup/free-port.js";
import { RedisServer } from "../../setup/redis-server.ts";

/** A master with a replica, three Sentinels that monitor them, and an address that points to the master. */
export class WatchedPair {
  readonly name = "tokens";
  readonly servers: readonly [RedisServer, RedisServer];
  readonly sentinelPorts: readonly number[];
  readonly front: Front;
  readonly #sentinels: readonly ChildProcess[];

  private constructor(
    init: Pick<WatchedPair, "servers" | "sentinelPorts" | "front">,
    sentinels: ChildProcess[],
  ) {
    this.servers = init.servers;
    this.sentinelPorts = init.sentinelPorts;
    this.front = init.front;
    this.#sentinels = sentinels;
  }

  /** @param isWatched - Whether Sentinels run. They would undo a failover that they did not start. */
  static async start(limitMs: number, isWatched: boolean): Promise<WatchedPair> {
    // Persistence is required, because a master that restarts empty would wipe its replica.
    const settings = ["--repl-diskless-sync-delay", "0", "--appendonly", "yes"];
    const master = await RedisServer.start({ settings, limitMs });
    const replica = await RedisServer.start({
      settings: [...settings, "--replicaof", "127.0.0.1", String(master.port)],
      limitMs,
    });
    await expect
      .poll(() => replica.driver().info("replication"), { timeout: 20_000 })
      .toContain("master_link_status:up");
    const sentinelPorts = isWatched ? [await freePort(), await freePort(), await freePort()] : [];
    const sentinels = sentinelPorts.map((port) => startSentinel(port, master, limitMs));
    const front = await Front.start(master.port);
    const pair = new WatchedPair({ servers: [master, replica], sentinelPorts, front }, sentinels);
    await Promise.all(sentinelPorts.map((port) => pair.#knowsAll(port)));
    return pair;
  }

  /** Kills the master and restarts it with its data once every Sentinel reports the replica as master. */
  async killMaster(): Promise<void> {
    const [master, replica] = this.servers;
    await master.kill();
    for (const port of this.sentinelPorts)
      await expect.poll(() => this.#namedBy(port), { timeout: 60_000 }).toBe(replica.port);
    await master.run();
  }

  /** Kills the master and restarts it as soon as the replica is promoted. Sentinels may still report the old master. */
  async killMasterShortly(): Promise<void> {
    const [master, replica] = this.servers;
    await master.kill();
    const redis = replica.driver();
    await expect.poll(() => roleOf(redis), { timeout: 60_000 }).toBe("master");
    await master.run();
  }

  /** Runs Sentinel's planned failover. */
  async failOverBySentinel(): Promise<void> {
    await asking(this.sentinelPorts[0] ?? 0, (sentinel) => sentinel.call("SENTINEL", "FAILOVER", this.name));
  }

  /** Runs Sentinel's failover with writes paused on the old master, which Sentinel demotes only about ten seconds later. */
  async failOverPaused(): Promise<void> {
    await this.servers[0].driver().call("CLIENT", "PAUSE", "30000", "WRITE");
    await this.failOverBySentinel();
  }

  /** Runs Redis' own failover. Afterwards, the address points to the new master. */
  async failOverByRedis(): Promise<void> {
    const [master, replica] = this.servers;
    const redis = master.driver();
    await redis.call("FAILOVER", "TO", "127.0.0.1", String(replica.port));
    await expect.poll(() => roleOf(redis), { timeout: 20_000 }).toBe("slave");
    this.front.leadTo(replica.port);
  }

  async stop(): Promise<void> {
    this.front.stop();
    await Promise.all(this.#sentinels.map(endProgram));
    await Promise.all(this.servers.map((server) => server.stop()));
  }

  #namedBy(port: number): Promise<number> {
    return asking(port, async (sentinel) => {
      const address = (await sentinel.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", this.name)) as string[];
      return Number(address[1]);
    });
  }

  async #knowsAll(port: number): Promise<void> {
    const observed = () =>
      asking(port, async (sentinel) => {
        const known = (await sentinel.call("SENTINEL", "MASTER", this.name)) as string[];
        const value = (name: string) => Number(known[known.indexOf(name) + 1]);
        return [value("num-slaves"), value("num-other-sentinels")];
      }).catch(() => undefined);
    await expect.poll(observed, { timeout: 30_000 }).toEqual([1, 2]);
  }
}

async function roleOf(redis: Redis): Promise<string> {
  const [role] = (await redis.call("ROLE")) as [string];
  return role;
}

function startSentinel(port: number, master: RedisServer, limitMs: number): ChildProcess {
  const file = `${master.folder}/sentinel-${port}.conf`;
  const lines = [
    `port ${port}`,
    "bind 127.0.0.1",
    `dir ${master.folder}`,
    `sentinel monitor tokens 127.0.0.1 ${master.port} 2`,
    "sentinel down-after-milliseconds tokens 1000",
    "sentinel failover-timeout tokens 10000",
  ];
  writeFileSync(file, lines.join("\n"));
  return startProgram("redis-check-rdb", [file], { argv0: "redis-sentinel", stdio: "ignore", limitMs });
}

async function asking<T>(port: number, ask: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(port, "127.0.0.1", { maxRetriesPerRequest: 1 }).on("error", () => undefined);
  try {
    return await ask(redis);
  } finally {
    redis.disconnect();
  }
}

/** An address whose target can change, like that of a managed Redis. */
class Front {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target: number;

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.#target = target;
    server.on("connection", (socket) => {
      const behind = connect(this.#target, "127.0.0.1");
      socket.pipe(behind).pipe(socket);
      for (const [one, other] of [
        [socket, behind],
        [behind, socket],
      ] as const) {
        this.#sockets.add(one);
        one.on("error", () => undefined);
        one.once("close", () => {
          this.#sockets.delete(one);
          other.destroy();
        });
      }
    });
  }

  static async start(target: number): Promise<Front> {
    const server = createServer();
    const front = new Front(server, target);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return front;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  leadTo(port: number): void {
    this.#target = port;
    for (const socket of this.#sockets) socket.destroy();
  }

  stop(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

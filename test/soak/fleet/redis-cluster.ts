import { expect } from "vitest";
import { outputOf } from "../../setup/child-process.ts";
import { RedisServer } from "../../setup/redis-server.ts";

/** Three masters, each with one replica, on 127.0.0.1. */
export class RedisCluster {
  readonly servers: readonly RedisServer[];

  private constructor(servers: readonly RedisServer[]) {
    this.servers = servers;
  }

  static async start(limitMs: number): Promise<RedisCluster> {
    // Each server also listens on the port 10,000 above its own.
    const first = 20_000 + Math.floor(Math.random() * 20_000);
    const settings = [
      "--cluster-enabled",
      "yes",
      "--cluster-node-timeout",
      "1500",
      "--repl-diskless-sync-delay",
      "0",
    ];
    const ports = Array.from({ length: 6 }, (_, index) => first + index);
    const servers = await Promise.all(ports.map((port) => RedisServer.start({ port, settings, limitMs })));
    const addresses = ports.map((port) => `127.0.0.1:${port}`);
    await outputOf(
      "redis-cli",
      ["--cluster", "create", ...addresses, "--cluster-replicas", "1", "--cluster-yes"],
      {
        limitMs: 60_000,
      },
    );
    const cluster = new RedisCluster(servers);
    await expect.poll(() => cluster.#isWhole(), { timeout: 30_000 }).toBe(true);
    return cluster;
  }

  get ports(): readonly number[] {
    return this.servers.map(({ port }) => port);
  }

  async killMaster(): Promise<void> {
    for (const server of this.servers) {
      const [role] = (await server.driver().call("ROLE")) as [string];
      if (role === "master") return server.kill();
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
  }

  async #isWhole(): Promise<boolean> {
    const states = await Promise.all(
      this.servers.map(async (server) => {
        const redis = server.driver();
        const [info, replication] = [await redis.cluster("INFO"), await redis.info("replication")];
        return info.includes("cluster_state:ok") && !replication.includes("master_link_status:down");
      }),
    );
    return states.every(Boolean);
  }
}

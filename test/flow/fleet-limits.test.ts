import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { endProgram, startProgram } from "../setup/child-process.ts";
import { RedisServer } from "../setup/redis-server.ts";
import { needs } from "../setup/system-parts.ts";
import { until } from "../setup/until.ts";

const instances = 4;
const program = fileURLToPath(new URL("fixtures/limited-instance.js", import.meta.url));

interface Arrival {
  readonly at: number;
  readonly instance: number;
}

/** Starts a service that records each request's time and instance. */
async function startService() {
  const arrivals: Arrival[] = [];
  const headers = {
    "content-type": "application/json",
    "x-ratelimit-bucket": "commands",
    "x-ratelimit-limit": "1000",
    "x-ratelimit-remaining": "999",
    "x-ratelimit-reset-after": "1",
  };
  const server = createServer(({ url = "" }, response) => {
    // Each instance uses its own guild.
    arrivals.push({ at: performance.now(), instance: Number(/guilds\/\d+(\d\d)\b/.exec(url)?.[1]) });
    response.writeHead(200, headers).end("[]");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { arrivals, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function startInstance(index: number, service: string, redisPort: number) {
  const args = [program, index, instances, service, redisPort].map(String);
  const child = startProgram(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => endProgram(child));
  /** Stops the instance and returns its counts. */
  return async (): Promise<{ requests: number; failures: number; commands: number }> => {
    child.stdin?.end();
    return JSON.parse(await text(child.stdout ?? expect.unreachable())) as never;
  };
}

function mostWithin(times: readonly number[], ms: number): number {
  return Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + ms).length));
}

test(
  "shares one bot's limits between four processes through Redis",
  // A busy service may read two seconds' worth of requests within one second.
  { ...needs("redis-server"), retry: 2 },
  async () => {
    const redis = await RedisServer.start();
    onTestFinished(() => redis.stop());
    const { arrivals, address } = await startService();
    const fleet = Array.from({ length: instances }, (_, index) => startInstance(index, address, redis.port));
    await until(() => arrivals.length > 250);
    const counts = await Promise.all(fleet.map((stop) => stop()));
    const total = (key: keyof (typeof counts)[number]) => counts.reduce((sum, one) => sum + one[key], 0);
    expect(total("failures")).toBe(0);
    const times = arrivals.map(({ at }) => at);
    expect(mostWithin(times, 1000)).toBeLessThanOrEqual(50);
    // The bound is loose because CPU scheduling skews a short run on a busy machine.
    for (const index of fleet.keys()) {
      const own = arrivals.filter(({ instance }) => instance === index).length;
      expect(Math.abs((own * instances) / arrivals.length - 1)).toBeLessThan(0.5);
    }
    // Each request uses two commands. Requests that wait for the first response use more.
    expect(total("commands") / total("requests")).toBeLessThan(2.2);
  },
);

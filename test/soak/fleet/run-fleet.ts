import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { Cluster, Command, Redis } from "ioredis";
import { expect } from "vitest";
import type { RedisCommand } from "../../../src/server/redis/options.ts";
import { redisPlayerStore } from "../../../src/server/redis/index.ts";
import { startProgram } from "../../setup/child-process.ts";
import { RotatingService } from "./service.ts";

export interface FleetRun {
  readonly ports: readonly number[];
  readonly isCluster: boolean;
  readonly players: number;
  readonly seconds: number;
  readonly tasks: number;
  /** Called once, halfway through the run. */
  readonly inTheMiddle?: () => Promise<void>;
}

type Report =
  | { readonly type: "asked"; readonly ms: number }
  | { readonly type: "wrote"; readonly refresh: string; readonly isSafe: boolean; readonly holeMs: number }
  | {
      readonly type: "lost" | "failed";
      readonly player: string;
      readonly code?: string;
      readonly message: string;
    };

export interface FleetResult {
  readonly refreshes: number;
  readonly latencies: number;
  readonly killed: number;
  /** The reuses that the service detected, by cause. */
  readonly reuses: {
    readonly killedInTheHole: number;
    readonly notSafe: number;
    readonly unexplained: number;
  };
  /** Players who had to sign in again. */
  readonly lost: number;
  /** Players whose tokens in Redis are older than tokens acknowledged as safely stored. */
  readonly acknowledgedLost: number;
  readonly failures: Readonly<Record<string, number>>;
  /** Milliseconds between reading the service's response and storing it in Redis. */
  readonly hole: { readonly median: number; readonly p99: number; readonly longest: number };
  readonly latencyMs: { readonly median: number; readonly p99: number };
}

const applicationId = "1234567890123456789";
const processes = 4;

/** Runs four processes that get players' tokens, which expire after two seconds, and kills one of them every second. */
export async function runFleet({
  ports,
  isCluster,
  players,
  seconds,
  tasks,
  inTheMiddle,
}: FleetRun): Promise<FleetResult> {
  const service = await RotatingService.start();
  const key = randomBytes(32);
  const ids = Array.from({ length: players }, (_, index) => String(10n ** 17n + BigInt(index)));
  const { command, disconnect } = connect(ports, isCluster);
  const store = redisPlayerStore({ command, keys: [key] });
  for (const player of ids) {
    const record = JSON.stringify({ v: 1, a: "over", r: service.signIn(player), s: "openid" });
    await store.put(`${applicationId}:${player}`, record, { dueMs: 0, remainingMs: 0 });
  }

  const setup = {
    dist: new URL("../../../dist", import.meta.url).pathname,
    service: service.apiBase,
    ports,
    isCluster,
    key: key.toString("hex"),
    players: ids,
    applicationId,
    tasks,
  };
  const reports: Report[] = [];
  const killed = new Set<string>();
  const running = new Map<ChildProcess, Promise<unknown>>();
  const start = () => {
    const child = startProgram(
      process.execPath,
      [`${import.meta.dirname}/instance.js`, JSON.stringify(setup)],
      {
        stdio: ["pipe", "pipe", "inherit"],
        limitMs: seconds * 1000 + 60_000,
      },
    );
    const lines = createInterface({ input: child.stdout ?? expect.unreachable() });
    // A killed process's last line may be truncated.
    lines.on("line", (line) => line.endsWith("}") && reports.push(JSON.parse(line) as Report));
    running.set(
      child,
      new Promise((resolve) => child.once("close", resolve)).finally(() => running.delete(child)),
    );
  };
  while (running.size < processes) start();

  for (let second = 0; second < seconds; second++) {
    await wait(1000);
    if (second === Math.floor(seconds / 2)) await inTheMiddle?.();
    const [victim] = [...running.keys()].filter(({ pid }) => pid !== undefined);
    if (victim && second > 0 && second < seconds - 1) {
      killed.add(String(victim.pid));
      victim.kill("SIGKILL");
      await running.get(victim);
      start();
    }
  }
  for (const child of running.keys()) child.stdin?.end();
  await Promise.all(running.values());

  const wrote = reports.filter((report) => report.type === "wrote");
  const safe = new Set(wrote.filter(({ isSafe }) => isSafe).map(({ refresh }) => refresh));
  const newestSafe = newestOf([...safe]);
  const explained = { killedInTheHole: 0, notSafe: 0, unexplained: 0 };
  for (const { newest, givenTo } of service.reuses) {
    if (safe.has(newest)) explained.unexplained++;
    else if (killed.has(givenTo)) explained.killedInTheHole++;
    else explained.notSafe++;
  }
  let acknowledgedLost = 0;
  const dead = new Set(service.reuses.map(({ player }) => player));
  let lost = 0;
  for (const player of ids) {
    const taken = await store.take(`${applicationId}:${player}`);
    if (dead.has(player) || !("record" in taken)) lost++;
    // Players lost to a reuse are counted above.
    if (!("record" in taken)) continue;
    const { r } = JSON.parse(taken.record) as { r: string };
    if (numberOf(r) < (newestSafe.get(player) ?? 0)) acknowledgedLost++;
  }
  disconnect();
  service.close();
  const failures: Record<string, number> = {};
  for (const report of reports)
    if (report.type === "failed")
      failures[report.code ?? report.message] = (failures[report.code ?? report.message] ?? 0) + 1;
  const holes = wrote.map(({ holeMs }) => holeMs);
  const latencies = reports.filter((report) => report.type === "asked").map(({ ms }) => ms);
  return {
    refreshes: service.refreshes,
    latencies: latencies.length,
    killed: killed.size,
    reuses: explained,
    lost,
    acknowledgedLost,
    failures,
    hole: { median: at(holes, 0.5), p99: at(holes, 0.99), longest: at(holes, 1) },
    latencyMs: { median: at(latencies, 0.5), p99: at(latencies, 0.99) },
  };
}

function connect(
  ports: readonly number[],
  isCluster: boolean,
): { command: RedisCommand; disconnect: () => void } {
  const nodes = ports.map((port) => ({ host: "127.0.0.1", port }));
  const redis = isCluster ? new Cluster(nodes) : new Redis({ host: "127.0.0.1", port: ports[0] ?? 0 });
  redis.on("error", () => undefined);
  return {
    command: ([name, ...args]) =>
      redis.sendCommand(new Command(name, args, { replyEncoding: "utf8" })) as Promise<unknown>,
    disconnect: () => redis.disconnect(),
  };
}

function newestOf(names: readonly string[]): Map<string, number> {
  const newest = new Map<string, number>();
  for (const name of names) {
    const [player = ""] = name.split(".");
    newest.set(player, Math.max(newest.get(player) ?? 0, numberOf(name)));
  }
  return newest;
}

function numberOf(name: string): number {
  return Number(name.split(".")[1]);
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2));
}

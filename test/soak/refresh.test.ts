import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keychainTokenStore } from "../../src/store/own-stores.ts";
import type { TokenStore } from "../../src/store/token-store.ts";
import { formatRecord, parseRecord } from "../../src/tokens/token-set.ts";
import { startProgram } from "../setup/child-process.ts";
import { keychainParts, needs } from "../setup/system-parts.ts";
import { SecretService } from "../native/store/secret-service.ts";
import { RotatingService } from "./fleet/service.ts";

const seconds = Number(process.env["SOAK_SECONDS"] ?? 60);
const players = 8;
/** This checkout's build, which must not be replaced during the test. */
const library = new URL("../../dist/index.js", import.meta.url).href;
const accessTokenSeconds = 2;
const applicationId = "1234567890123456789";

interface Report {
  readonly type: "used" | "used again" | "refreshed" | "refused" | "lost" | "failed";
  readonly windowMs?: number;
  readonly detail?: string;
}

/** Processes that share a keychain entry, and their reports. */
class Players {
  readonly #running = new Map<ChildProcess, Promise<unknown>>();
  readonly #service: string;
  readonly #system: SecretService;
  readonly #server: RotatingService;
  readonly killed = new Set<string>();
  readonly reports: Report[] = [];

  constructor(system: SecretService, server: RotatingService, service: string) {
    this.#system = system;
    this.#server = server;
    this.#service = service;
  }

  get running(): readonly ChildProcess[] {
    return [...this.#running.keys()];
  }

  fill(): void {
    while (this.#running.size < players) this.#start();
  }

  async kill(player: ChildProcess): Promise<void> {
    this.killed.add(String(player.pid));
    player.kill("SIGKILL");
    await this.#running.get(player);
  }

  async stop(): Promise<void> {
    for (const player of this.running) player.stdin?.end();
    await Promise.all(this.#running.values());
  }

  count(type: Report["type"]): number {
    return this.reports.filter((report) => report.type === type).length;
  }

  windows(): number[] {
    const windows = this.reports.flatMap(({ windowMs }) => (windowMs === undefined ? [] : [windowMs]));
    return windows.toSorted((one, other) => one - other);
  }

  #start(): void {
    const setup = { library, webBase: this.#server.webBase, applicationId, service: this.#service };
    const player = startProgram(
      process.execPath,
      [`${import.meta.dirname}/player.js`, JSON.stringify(setup)],
      {
        env: this.#system.environment,
        stdio: ["pipe", "pipe", "inherit"],
        limitMs: 240_000,
      },
    );
    createInterface(player.stdout ?? expect.unreachable()).on("line", (line) =>
      this.reports.push(JSON.parse(line) as Report),
    );
    const closed = new Promise((resolve) => player.on("close", resolve));
    this.#running.set(
      player,
      closed.finally(() => this.#running.delete(player)),
    );
  }
}

describe(`${players} processes that share a real keychain entry`, needs(...keychainParts), () => {
  let system: SecretService;
  let server: RotatingService;
  let store: TokenStore;
  let group: Players;
  let account: string;
  let mourned: number;

  beforeAll(async () => {
    system = await SecretService.start();
    await system.unlock("password");
    process.env["DBUS_SESSION_BUS_ADDRESS"] = system.environment["DBUS_SESSION_BUS_ADDRESS"];
    process.env["XDG_RUNTIME_DIR"] = system.environment["XDG_RUNTIME_DIR"];
  });
  afterAll(() => system.stop());

  async function begin(): Promise<void> {
    const service = `slashpass-soak-${randomUUID()}`;
    server = await RotatingService.start();
    server.expiresIn = accessTokenSeconds;
    store = keychainTokenStore({ service });
    group = new Players(system, server, service);
    account = `${new URL(server.webBase).host}/${applicationId}`;
    mourned = 0;
    await signIn();
    group.fill();
  }

  async function end(title: string, more: Record<string, number>): Promise<void> {
    await group.stop();
    server.close();
    const windows = group.windows();
    const at = (share: number) => windows[Math.floor(share * (windows.length - 1))]?.toFixed(1);
    const figures = {
      seconds,
      refreshes: server.refreshes,
      used: group.count("used"),
      "used again": group.count("used again"),
      "window ms median": at(0.5),
      "window ms p95": at(0.95),
      "window ms longest": at(1),
      ...more,
    };
    process.stdout.write(`${title}: ${JSON.stringify(figures)}\n`);
  }

  async function signIn(): Promise<void> {
    const tokens = {
      accessToken: "over",
      refreshToken: server.signIn("player"),
      receivedAt: 0,
      expiresAt: 1,
    };
    await store.set(account, formatRecord({ ...tokens, scopes: "openid", requestedScopes: "openid" }));
  }

  const troubles = () => group.reports.filter(({ type }) => type === "refused" || type === "failed");

  it("keeps the session", async () => {
    await begin();
    await wait(seconds * 1000);
    expect(group.running.length).toBe(players);
    await end("no kills", { reuses: server.reuses.length });
    expect(troubles()).toEqual([]);
    expect(group.count("lost")).toBe(0);
    expect(server.reuses).toEqual([]);
    expect(server.refreshes).toBeGreaterThan(seconds / accessTokenSeconds / 2);
  });

  /** Signs in again after a loss and checks that the protocol could not have prevented it. */
  async function mournLosses(): Promise<number> {
    const losses = group.count("lost");
    if (losses === mourned) return 0;
    await group.stop();
    // Only the killed process had received the service's response.
    expect(group.killed).toContain(server.last?.givenTo);
    const record = await store.get(account);
    expect(record && parseRecord(record)?.refreshToken).not.toBe(server.last?.refreshToken);
    mourned = group.count("lost");
    await signIn();
    return 1;
  }

  it("loses a session at one kill per second only if the killed process was refreshing", async () => {
    await begin();
    let lost = 0;
    for (let second = 0; second < seconds; second++) {
      await wait(1000);
      lost += await mournLosses();
      group.fill();
      await group.kill(group.running[Math.floor(Math.random() * players)] as ChildProcess);
      group.fill();
    }
    lost += await mournLosses();
    await end("one kill a second", { killed: group.killed.size, "lost with the killed": lost });
    expect(troubles()).toEqual([]);
    expect(server.refreshes).toBeGreaterThan(seconds / accessTokenSeconds / 3);
  });

  it("loses a session only if a refreshing process is killed before it stores the new token", async () => {
    await begin();
    let lost = 0;
    server.beforeAnswer = async (_player, pid) => {
      const player = group.running.find((one) => String(one.pid) === pid);
      // Kills most processes at a random time, from just before the service's response until just after the lock is released.
      if (player && Math.random() < 0.7) setTimeout(() => void group.kill(player), Math.random() * 100);
    };
    for (let tick = 0; tick < seconds * 2; tick++) {
      await wait(250);
      lost += await mournLosses();
      group.fill();
    }
    server.beforeAnswer = undefined;
    lost += await mournLosses();
    await end("refreshers killed", { killed: group.killed.size, "lost with the killed": lost });
    expect(troubles()).toEqual([]);
    expect(group.killed.size).toBeGreaterThan(seconds / accessTokenSeconds / 4);
    expect(group.count("used")).toBeGreaterThan(0);
  });
});

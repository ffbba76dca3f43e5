import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { startProgram } from "../setup/child-process.ts";
import { needs } from "../setup/system-parts.ts";
import { temporaryFolder } from "../setup/temporary-folder.ts";
import { busMessage, handOverFrame, plain, Random, rpcFrame, webSocketFrame } from "./hostile-bytes.ts";
import { hostileClients, hostileServer, type Manner } from "./hostile-peers.ts";

/** `SOAK_SECONDS=20 SOAK_SEED=31 npm run test:soak -- hostile-peers` repeats a short run. */
const seconds = Number(process.env["SOAK_SECONDS"] ?? 600);
const seed = Number(process.env["SOAK_SEED"] ?? Date.now() % 1_000_000);
/** Node delays garbage collection while the machine has free memory; these limits force it. */
const heapLimits = ["--max-old-space-size=112", "--max-semi-space-size=4"];
/** How much memory usage may differ between the second and last thirds of the run, because of caches and work in progress. */
const swingMegabytes = 40;
const applicationId = "1234567890123456789";

interface Report {
  readonly rss?: number;
  readonly rounds?: number;
  readonly ends?: Readonly<Record<string, number>>;
  readonly url?: string;
  readonly link?: string;
  readonly webBase?: string;
  readonly frame?: string;
  readonly rpc?: string;
}

class Victim {
  readonly child: ChildProcess;
  readonly memory: number[] = [];
  last: Report = {};
  attacks = 0;
  readonly reached = (): void => void (this.attacks += 1);
  readonly ended: Promise<readonly unknown[]>;

  constructor(
    kind: string,
    env: NodeJS.ProcessEnv = {},
    onReport: (report: Report) => void = () => undefined,
  ) {
    const program = `${import.meta.dirname}/hostile-victim.js`;
    this.child = startProgram(process.execPath, [...heapLimits, program, kind, applicationId], {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, ...env },
      limitMs: (seconds + 50) * 1000,
    });
    this.ended = once(this.child, "exit");
    createInterface(this.child.stdout ?? expect.unreachable()).on("line", (line) => {
      const report = JSON.parse(line) as Report;
      if (report.rss === undefined) return onReport(report);
      this.memory.push(report.rss / 2 ** 20);
      this.last = report;
    });
  }

  /** Waits, then checks that the process has survived, done some work, and leaked no memory. */
  async endures(name: string): Promise<void> {
    const died = this.ended.then(
      ([code, signal]) => `${name} exited with ${String(code ?? signal)} (seed ${seed})`,
    );
    expect(await Promise.race([wait(seconds * 1000, "alive"), died])).toBe("alive");
    this.child.stdin?.end();
    const [code] = await this.ended;
    const third = Math.floor(this.memory.length / 3);
    const [before, after] = [this.memory.slice(third, 2 * third), this.memory.slice(2 * third)].map(median);
    const figures = {
      socket: name,
      seed,
      seconds,
      attacks: this.attacks,
      rounds: this.last.rounds,
      ends: this.last.ends,
      "MB at first": Math.round(this.memory[0] ?? 0),
      "MB of the second third": before,
      "MB of the last third": after,
      "MB at most": Math.round(Math.max(...this.memory)),
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    expect(code).toBe(0);
    expect(Math.min(this.attacks, this.last.rounds ?? 0)).toBeGreaterThan(0);
    expect(this.last.ends).not.toHaveProperty("no ClientError");
    expect(after).toBeLessThan((before ?? 0) + swingMegabytes);
  }
}

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0);
}

/** A separate home directory that gives no access to the user's desktop client, keychain or scheme. */
function ownHome(): { readonly run: string; readonly env: NodeJS.ProcessEnv } {
  const home = temporaryFolder();
  const names = {
    XDG_RUNTIME_DIR: "run",
    HOME: "home",
    XDG_DATA_HOME: "data",
    XDG_CONFIG_HOME: "config",
    XDG_STATE_HOME: "state",
    TMPDIR: "tmp",
  };
  const env = Object.entries(names).map(([variable, folder]) => [variable, join(home, folder)] as const);
  for (const [, folder] of env) mkdirSync(folder, { mode: 0o700 });
  return { run: join(home, "run"), env: Object.fromEntries(env) };
}

const methods = ["GET", "GET", "POST", "CONNECT", "HEAD"] as const;
const paths = ["/callback", "/start/x", "/done", "*"] as const;
const hello = `GET /callback?code=c&state=s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;

const rpc: Manner = {
  envelope: rpcFrame,
  honest: [
    '{"cmd":"DISPATCH","evt":"READY","data":{"v":1},"nonce":null}',
    '{"cmd":"GET_SELECTED_VOICE_CHANNEL","evt":"ERROR","nonce":"1","data":{"code":"4006","message":"no"}}',
    '{"cmd":"AUTHORIZE","evt":"","nonce":"1","data":{"code":"c"}}',
    '{"code":4000,"message":"bye"}',
  ],
  opening: () => {
    const ready = Buffer.from('{"cmd":"DISPATCH","evt":"READY","data":{"v":1},"nonce":null}');
    return Buffer.concat([Buffer.from([1, 0, 0, 0, ready.length, 0, 0, 0]), ready]);
  },
};

function throughout(work: (signal: AbortSignal) => Promise<unknown>): void {
  const end = new AbortController();
  const done = work(end.signal);
  onTestFinished(async () => {
    end.abort();
    await done;
  });
}

const limit = { timeout: (seconds + 60) * 1000, concurrent: true };

describe(`with seed ${seed}, for ${seconds} seconds`, needs("Linux"), () => {
  it("survives a hostile desktop client without leaking memory", limit, async () => {
    const { run, env } = ownHome();
    const victim = new Victim("desktop-client", env);
    const target = join(run, "discord-ipc-0");
    const server = await hostileServer(target, new Random(seed), rpc, victim.reached);
    onTestFinished(() => void server.close());
    await victim.endures("desktop client");
  });

  it("survives a hostile session bus without leaking memory", limit, async () => {
    const { run, env } = ownHome();
    const behavior: Manner = {
      envelope: busMessage,
      honest: [":1.7", "/org/freedesktop/secrets/item/1", '{"a":"1"}'],
      opening: (random) => {
        const reply = busMessage(Buffer.from(":1.7\0"), random);
        return Buffer.concat([
          Buffer.from("OK 0123456789abcdef\r\n"),
          random.below(2) === 0 ? helloReply : reply,
        ]);
      },
    };
    const target = join(run, "bus");
    const victim = new Victim("dbus", { ...env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${target}` });
    const server = await hostileServer(target, new Random(seed), behavior, victim.reached);
    onTestFinished(() => void server.close());
    await victim.endures("D-Bus");
  });

  it("survives hostile clients at its loopback ports without leaking memory", limit, async () => {
    const ports: number[] = [];
    const onReport = ({ url, link }: Report) => {
      const port = portOf(link ?? new URL(url ?? "").searchParams.get("redirect_uri") ?? "");
      if (port > 0) ports.splice(0, ports.length, ...ports.slice(-1), port);
    };
    const victim = new Victim("loopback", ownHome().env, onReport);
    const random = new Random(seed);
    const target = () => (ports.length > 0 ? random.one(ports as [number]) : undefined);
    const request = (payload: Buffer) => {
      const line = `${random.one(methods)} ${random.one(paths)}?state=${payload.toString("latin1").replaceAll(/[\s#]/g, "+").slice(0, random.below(70_000))} HTTP/1.1`;
      const chunked = random.below(3) === 0 ? ["Transfer-Encoding: chunked"] : [];
      return [line, `Host: 127.0.0.1:${ports.at(-1)}`, ...chunked, "", ""].join("\r\n");
    };
    const behavior: Manner = {
      envelope: (payload) => Buffer.from(request(payload), "latin1"),
      honest: [hello],
    };
    throughout((signal) => hostileClients(target, random, behavior, victim.reached, signal));
    await victim.endures("loopback");
  });

  it("survives hostile clients at the hand-over without leaking memory", limit, async () => {
    const { run, env } = ownHome();
    const scheme = `discord-${applicationId}`;
    const behavior: Manner = {
      envelope: handOverFrame,
      honest: [`${scheme}:/authorize/callback?code=c&state="s"`],
    };
    const victim = new Victim("hand-over", env);
    const target = join(run, "slashpass", scheme);
    throughout((signal) => hostileClients(() => target, new Random(seed), behavior, victim.reached, signal));
    await victim.endures("hand-over");
  });

  it(
    "survives hostile clients at the emulator's gateway and sockets without leaking memory",
    limit,
    async () => {
      let report: Report = {};
      const victim = new Victim("emulator", ownHome().env, (more) => (report = more));
      await expect.poll(() => report.webBase, { timeout: 20_000 }).toBeDefined();
      const { webBase = "", frame = "", rpc: path = "" } = report;
      const port = portOf(webBase);
      const upgrade = (host: string, address: string) => () =>
        Buffer.from(
          `GET ${address} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
        );
      const { host, search } = new URL(frame);
      const sockets: [() => string | number, Manner][] = [
        [
          () => port,
          {
            envelope: webSocketFrame,
            honest: [
              '{"op":1,"d":null}',
              '{"op":2,"d":{"token":"t","properties":{},"intents":0}}',
              '{"op":8,"d":{"guild_id":"1","query":"","limit":0,"nonce":"n"}}',
              '{"op":6,"d":{"token":"t","session_id":"s","seq":1}}',
            ],
            opening: upgrade(`127.0.0.1:${port}`, "/gateway?v=10&encoding=json"),
          },
        ],
        [
          () => port,
          {
            envelope: webSocketFrame,
            honest: [
              `[0,{"v":1,"encoding":"json","client_id":"1","frame_id":"f"}]`,
              '[1,{"cmd":"AUTHORIZE","nonce":"1","args":{"client_id":"1"}}]',
              '[1,{"cmd":"SUBSCRIBE","evt":"READY","nonce":"1","args":{}}]',
              '{"page":"new"}',
            ],
            opening: upgrade(host, `/.slashpass/frame${search}`),
          },
        ],
        [
          () => path,
          {
            ...rpc,
            honest: [
              '{"cmd":"AUTHORIZE","nonce":"1","args":{"scopes":"identify"}}',
              '{"v":1,"client_id":"1"}',
            ],
          },
        ],
        [
          () => port,
          {
            envelope: plain,
            honest: [
              hello,
              `POST /api/v10/oauth2/token HTTP/1.1\r\nHost: x\r\ncontent-length: 9\r\n\r\n{"a":"b"}`,
            ],
          },
        ],
      ];
      for (const [index, [target, behavior]] of sockets.entries())
        throughout((signal) =>
          hostileClients(target, new Random(seed + index), behavior, victim.reached, signal),
        );
      await victim.endures("emulator");
    },
  );
});

/** The reply to Hello, according to the D-Bus specification. */
const helloReply = Buffer.from(
  "l\x02\x01\x01\x09\0\0\0\x01\0\0\0\x0f\0\0\0\x05\x01u\0\x01\0\0\0\x08\x01g\0\x01s\0\0\x04\0\0\0:1.7\0",
  "latin1",
);

function portOf(address: string): number {
  return URL.canParse(address) ? Number(new URL(address).port) : 0;
}

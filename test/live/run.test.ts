import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Ended, startProgram } from "../setup/child-process.ts";
import { temporaryFolder } from "../setup/temporary-folder.ts";
import { configOf, type Emulated, startEmulated } from "./emulated.ts";
import { type Passed, type Proxy, type ProxyOptions, type Recorded, replayer, startProxy } from "./proxy.ts";
import { variables } from "./settings.ts";

const main = join(import.meta.dirname, "main.js");
const wave = { name: "wave", description: "Waves" };
let emulated: Emulated;
let folder: string;
let proxies: Proxy[];

beforeEach(async () => {
  emulated = await startEmulated();
  folder = temporaryFolder();
  proxies = [];
  book().upsert(guild(), wave);
  settings({ description: "Before" });
});
afterEach(async () => {
  for (const proxy of proxies) await proxy[Symbol.asyncDispose]();
  await emulated[Symbol.asyncDispose]();
});

const application = () => emulated.service.world.applications[0];
const book = () => application().commands;
const guild = () => configOf(emulated).variables["guild"] ?? "";
const settings = (change: object) => (application().settings = { ...application().settings, ...change });
const namesIn = (scope: string) => [...book().list(scope)].map(({ name }) => name);
const isRestored = () => ({
  guild: namesIn(guild()),
  global: namesIn("global"),
  description: application().settings["description"],
});
const before = { guild: ["wave"], global: ["launch"], description: "Before" };
const journals = () =>
  existsSync(join(folder, "build/live"))
    ? readdirSync(join(folder, "build/live")).filter((name) => name.startsWith("journal"))
    : [];

/** Starts the runner with the emulator's credentials, against a proxy. */
async function start(args: readonly string[], options: ProxyOptions = {}) {
  const proxy = await startProxy({ target: emulated.webBase, ...options });
  proxies.push(proxy);
  const { variables: values } = configOf(emulated);
  const env = {
    PATH: process.env["PATH"],
    SLASHPASS_API_BASE: `${proxy.base}/api/v10`,
    SLASHPASS_WEB_BASE: proxy.base,
    ...Object.fromEntries(
      variables.map(({ variable, name }) => [variable, name === "publicUrl" ? undefined : values[name]]),
    ),
  };
  return run(args, env);
}

function run(args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = startProgram(process.execPath, [main, ...args], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    limitMs: 120_000,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = new Promise<Pick<Ended, "status" | "signal"> & { readonly output: string }>((resolve) =>
    child.once("close", (status, signal) => resolve({ status, signal, output })),
  );
  return { child, ended };
}

const secrets = () =>
  Object.entries(configOf(emulated).variables)
    .filter(([name]) => /Token|Secret/.test(name))
    .map(([, value]) => value);

describe("npm run test:live", () => {
  it("lists the variables if the credentials are missing", async () => {
    const { status, output } = await run([], { PATH: process.env["PATH"] }).ended;
    expect(status).toBe(2);
    for (const { variable } of variables) expect(output).toContain(variable);
  });

  it("requires --yes without a terminal", async () => {
    const sent: Recorded[] = [];
    const { ended } = await start([], { record: (one) => sent.push(one) });
    const { status, output } = await ended;
    expect([status, sent]).toEqual([2, []]);
    expect(output).toContain("deletes all global commands");
  });

  it("changes nothing with --read-only", async () => {
    const sent: Recorded[] = [];
    const args = ["--yes", "--read-only"];
    const { ended } = await start(args, { record: (one) => sent.push(one) });
    const { status, output } = await ended;
    expect([status, isRestored()]).toEqual([0, before]);
    expect(output).toContain("This changes nothing.");
    expect(sent.length).toBeGreaterThan(40);
    expect(sent.filter(({ method, path }) => method !== "GET" && !path.includes("/oauth2/"))).toEqual([]);
  });

  it("runs against a recording of the service", async () => {
    const recorded: Recorded[] = [];
    const args = ["--yes", "--json", "--only", "commands/"];
    const first = await (await start(args, { record: (one) => recorded.push(one) })).ended;
    expect([first.status, isRestored(), journals()]).toEqual([0, before, []]);
    const again = await (
      await start(args, { target: "http://127.0.0.1:9", respond: replayer(recorded) })
    ).ended;
    const verdicts = (output: string) =>
      [...output.matchAll(/"verdict": "(\w+)"/g)].map(([, verdict]) => verdict);
    expect(verdicts(again.output)).toEqual(verdicts(first.output));
    expect(verdicts(again.output).length).toBeGreaterThan(15);
    expect(new Set(verdicts(again.output))).toEqual(new Set(["verified"]));
    for (const secret of secrets()) expect(first.output + again.output).not.toContain(secret);
  });

  it("reports a difference and writes it to a file", async () => {
    const alter = (response: Recorded): Passed => ({
      ...response,
      body: response.body.replace('"owner_id"', '"owner"'),
    });
    const { status, output } = await (await start(["--yes", "--only", "guild/get"], { alter })).ended;
    expect(status).toBe(1);
    expect(output).toMatch(/different\s+guild\/get/);
    expect(readdirSync(join(folder, "build/live/differences"))).toEqual(["guild-get.json"]);
  });
});

describe("an interrupted run", () => {
  interface Interruption {
    readonly only?: string;
    readonly respond?: ProxyOptions["respond"];
    readonly record?: (response: Recorded) => void;
  }

  /** Sends `signal` to the runner after the first response that matches. From then on, `respond` and `record` apply. */
  async function interrupt(signal: NodeJS.Signals, pattern: RegExp, options: Interruption = {}) {
    const { only = "application/", respond, record } = options;
    let end = (): void => undefined;
    let isOver = false;
    const { child, ended } = await start(["--yes", "--only", only], {
      respond: (method, path) => (isOver ? respond?.(method, path) : undefined),
      record(response) {
        const { method, path, status } = response;
        if (isOver) return record?.(response);
        if (status !== 200 || !pattern.test(`${method} ${path}`)) return;
        isOver = true;
        end();
      },
    });
    end = () => void child.kill(signal);
    return ended;
  }

  it("revokes its tokens after Ctrl-C", async () => {
    const revoked: number[] = [];
    const list = /^GET .*\/commands$/;
    const only = "access/application-token";
    const result = await interrupt("SIGINT", list, {
      only,
      record: ({ path, status }) => path.endsWith("/revoke") && revoked.push(status),
    });
    expect([result.status, revoked, journals()]).toEqual([130, [200], []]);
  });

  const edit = /^PATCH .*@me$/;

  it("restores everything after Ctrl-C", async () => {
    expect(await interrupt("SIGINT", edit)).toMatchObject({ status: 130 });
    expect([isRestored(), journals()]).toEqual([before, []]);
  });

  it("keeps its journal if the clean-up fails, so the next run restores everything", async () => {
    const forbid = (method: string): Passed | undefined =>
      method === "GET"
        ? undefined
        : {
            status: 403,
            headers: { "content-type": "application/json" },
            body: '{"code":50001,"message":"Missing Access"}',
          };
    const { status, output } = await interrupt("SIGINT", edit, { respond: forbid });
    expect(status).toBe(1);
    expect(output).toContain("Not restored: The application's settings");
    expect(isRestored()).toMatchObject({ description: "Live test" });
    await expectRestoredByNextRun();
  });

  it("keeps its journal if the process is killed, so the next run restores everything", async () => {
    expect(await interrupt("SIGKILL", edit)).toMatchObject({ signal: "SIGKILL" });
    expect(isRestored()).toMatchObject({ description: "Live test" });
    await expectRestoredByNextRun();
  });

  async function expectRestoredByNextRun(): Promise<void> {
    const [journal = ""] = journals();
    const text = readFileSync(join(folder, "build/live", journal), "utf8");
    for (const secret of secrets()) expect(text).not.toContain(secret);
    // The journal belongs to the first proxy's address.
    const api = /"api":"([^"]+)"/.exec(text)?.[1] ?? "";
    const [proxy] = proxies;
    expect(api).toBe(`${proxy?.base}/api/v10`);
    const target = await restart(api);
    expect(target).toMatchObject({ status: 0 });
    expect([isRestored(), journals()]).toEqual([before, []]);
  }

  /** Runs once more at the same address. */
  async function restart(api: string) {
    const { port } = new URL(api);
    await proxies.pop()?.[Symbol.asyncDispose]();
    const { ended } = await start(["--yes", "--only", "gateway/"], { port: Number(port) });
    return ended;
  }
});

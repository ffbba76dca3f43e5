import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { CommandsClient, type GlobalCommand } from "../../src/commands/index.ts";
import { startEmulator } from "../../src/emulator/index.ts";
import { fileTokenStore } from "../../src/store/own-stores.ts";
import { endProgram, startProgram } from "../setup/child-process.ts";
import { ada, publicKey, signedHeaders } from "../setup/interactions/service.ts";

const emulator = await startEmulator({ world: { applications: [{ activities: true }] } });
let example: ChildProcess | undefined;

afterAll(() => emulator.close());
afterEach(async () => {
  if (example) await endProgram(example);
});

/** Starts an example and resolves with its URL once `processes` processes are listening. */
async function start(name: string, settings: Record<string, string> = {}, processes = 1): Promise<string> {
  const { application, apiBase } = emulator;
  const service = { SLASHPASS_PUBLIC_KEY: application.publicKey, SLASHPASS_API_BASE: apiBase };
  const env = { ...process.env, ...service, PORT: "0", ...settings };
  example = startProgram(process.execPath, [`examples/${name}`], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: example.stdout ?? expect.unreachable() });
  const ports: string[] = [];
  // Leaves the pipe open, because a process that writes to a closed pipe crashes.
  return new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      const port = /port: (\d+)/.exec(line)?.[1];
      if (port !== undefined && ports.push(port) === processes)
        resolve(`http://127.0.0.1:${port}/interactions`);
    });
    lines.once("close", () => reject(new Error(`${name} exited without listening.`)));
  });
}

async function register(command: GlobalCommand): Promise<void> {
  const { apiBase, application } = emulator;
  const credential = { botToken: application.botToken };
  const client = new CommandsClient({ applicationId: application.id, credential, apiBase });
  await client.global.create(command);
}

const roll: GlobalCommand = { name: "roll", description: "Rolls a die" };

const match: GlobalCommand = {
  name: "match",
  description: "Finds and shows matches",
  options: [
    {
      type: 1,
      name: "find",
      description: "Finds a match",
      options: [
        { type: 3, name: "map", description: "On which map", required: true, autocomplete: true },
        { type: 4, name: "size", description: "Players", choices: [{ name: "Duel", value: 2 }] },
      ],
    },
    { type: 1, name: "history", description: "Shows your matches" },
  ],
};

type LambdaHandler = Parameters<typeof awslambda.streamifyResponse>[0];

/** Mimics Lambda's response stream, which sends the metadata with the first chunk. */
const lambda: typeof awslambda = {
  streamifyResponse: (handler) => handler,
  HttpResponseStream: {
    from: (stream, metadata) => {
      const head = `${JSON.stringify(metadata)}\0`;
      let isBegun = false;
      return new Writable({
        decodeStrings: false,
        write(piece: string, _encoding, done) {
          stream.write(isBegun ? piece : head + piece, done);
          isBegun = true;
        },
        final: (done) => stream.end(done),
      });
    },
  },
};

async function invoke(handler: LambdaHandler, request: Request, isBase64Encoded: boolean): Promise<Response> {
  const bytes = Buffer.from(await request.arrayBuffer());
  const { host, pathname } = new URL(request.url);
  const sent = new PassThrough();
  const event = {
    rawPath: pathname,
    headers: Object.fromEntries(request.headers),
    ...(bytes.length > 0 && { body: bytes.toString(isBase64Encoded ? "base64" : "utf8") }),
    isBase64Encoded,
    requestContext: { domainName: host, http: { method: request.method } },
  };
  const [printed] = await Promise.all([text(sent), handler(event, sent)]);
  const [head = "", body = ""] = printed.split("\0");
  const { statusCode, headers } = JSON.parse(head) as { statusCode: number; headers: Record<string, string> };
  return new Response(body, { status: statusCode, headers });
}

describe("the interaction examples", () => {
  test.each([
    "20-interactions-node-http.js",
    "21-interactions-express.js",
    "22-interactions-fastify.js",
    "23-interactions-hono.js",
  ])("passes the service's endpoint check and responds to a command: %s", async (name) => {
    const url = await start(name);
    await emulator.application.setInteractionsEndpoint(url);
    await register(roll);
    const { status, response } = await emulator.player().use("/roll");
    expect(status).toBe(200);
    expect(response).toMatchObject({ type: 4, data: { content: expect.stringContaining("rolled") } });
    expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
  });

  test("20-interactions-node-http.js launches the Activity", async () => {
    await emulator.application.setInteractionsEndpoint(await start("20-interactions-node-http.js"));
    await register({ type: 4, name: "launch", description: "Play together", handler: 1 });
    const { response, activityInstance } = await emulator.player().use("launch");
    expect(response).toEqual({ type: 12 });
    expect(activityInstance?.users).toEqual([emulator.players[0].id]);
  });

  test("24-interactions-cluster.js responds from several processes behind one port", async () => {
    const url = await start("24-interactions-cluster.js", {}, availableParallelism());
    await emulator.application.setInteractionsEndpoint(url);
    await register({ name: "where", description: "Says which process answers" });
    // Connections are distributed among the processes, so only concurrent requests reach more than one.
    const requests = Array.from({ length: 32 }, () => emulator.player().use("/where"));
    const processes = new Set((await Promise.all(requests)).map(({ response }) => JSON.stringify(response)));
    expect(processes.size).toBeGreaterThanOrEqual(Math.min(2, availableParallelism()));
  });

  test("25-typed-commands.js responds to its subcommands", async () => {
    await emulator.application.setInteractionsEndpoint(await start("25-typed-commands.js"));
    await register(match);
    expect(await emulator.player().use("/match find", { map: "Reef", size: "Duel" })).toMatchObject({
      response: { data: { content: "Looking for 2 on Reef." } },
    });
    expect(await emulator.player().use("/match history")).toMatchObject({
      response: { data: { content: "No matches yet." } },
    });
  });

  test("25-typed-commands.js autocompletes an option and resolves a USER command's target", async () => {
    await emulator.application.setInteractionsEndpoint(await start("25-typed-commands.js"));
    await register(match);
    await register({ type: 2, name: "Challenge" });
    const player = emulator.player();
    expect(await player.type("/match find", "map", "r")).toEqual([{ name: "Reef", value: "Reef" }]);
    const { response } = await player.useOn("Grace", "Challenge");
    expect(response).toMatchObject({ data: { content: expect.stringContaining("you are challenged") } });
  });

  test("28-interactions-worker.js runs without Node.js and passes slow work to waitUntil", async () => {
    const { default: worker } = await import("../../examples/28-interactions-worker.js");
    const { application } = emulator;
    const environment = { SLASHPASS_PUBLIC_KEY: application.publicKey, SLASHPASS_API_BASE: emulator.apiBase };
    const pending: Promise<unknown>[] = [];
    const context = { waitUntil: (work: Promise<unknown>) => void pending.push(work) };
    await application.setInteractionsEndpoint((request) =>
      worker.fetch(new Request("https://game.example/interactions", request), environment, context),
    );
    await register(roll);
    const { response } = await emulator.player().use("/roll");
    expect(response).toMatchObject({ data: { content: expect.stringContaining("rolled") } });
    expect(pending).toHaveLength(1);
  });

  test("29-interactions-lambda.js accepts plain and base64 bodies on a Lambda stub", async () => {
    const { application } = emulator;
    vi.stubEnv("SLASHPASS_PUBLIC_KEY", application.publicKey);
    vi.stubEnv("SLASHPASS_API_BASE", emulator.apiBase);
    vi.stubGlobal("awslambda", lambda);
    const { handler } = await import("../../examples/29-interactions-lambda.js");
    vi.unstubAllEnvs();
    onTestFinished(() => void vi.unstubAllGlobals());
    for (const isBase64Encoded of [true, false]) {
      await application.setInteractionsEndpoint((request) => invoke(handler, request, isBase64Encoded));
      await register(roll);
      const { response } = await emulator.player().use("/roll");
      expect(response).toMatchObject({ data: { content: expect.stringContaining("rolled") } });
    }
    const url = "https://game.example/interactions";
    expect((await invoke(handler, new Request(url), false)).status).toBe(405);
    expect((await invoke(handler, new Request(url, { method: "POST", body: "{}" }), false)).status).toBe(401);
  });

  test("26-webhook-events.js deletes a player's tokens after the player revokes the authorization", async () => {
    const folder = await mkdtemp(join(tmpdir(), "slashpass-events-"));
    const [path, key] = [join(folder, "tokens"), randomBytes(32)];
    const store = fileTokenStore({ path, key });
    await store.set(ada.id, "tokens of Ada");
    await store.set("7", "tokens of somebody else");
    const settings = { SLASHPASS_PUBLIC_KEY: publicKey, TOKENS: path, TOKENS_KEY: key.toString("hex") };
    const url = await start("26-webhook-events.js", settings);
    const event = { type: "APPLICATION_DEAUTHORIZED", timestamp: "2026-01-01T00:00:00", data: { user: ada } };
    for (const payload of [{ type: 0 }, { type: 1, event }]) {
      const body = JSON.stringify({ version: 1, application_id: "5", ...payload });
      expect((await fetch(url, { method: "POST", body, headers: signedHeaders(body) })).status).toBe(204);
    }
    expect([await store.get(ada.id), await store.get("7")]).toEqual([undefined, "tokens of somebody else"]);
    await rm(folder, { recursive: true });
  });
});

import type { RequestListener } from "node:http";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { createSigningKey, signInteraction } from "../../../../src/emulator/index.ts";
import {
  createInteractionHandler,
  createNodeListener,
  defineCommand,
  verifyInteraction,
} from "../../../../src/interactions/index.ts";
import { startServer } from "../../../setup/emulator/game.ts";
import { freePort } from "../../../setup/free-port.js";
import { folderWith } from "../../../setup/program/game-folder.ts";
import { runInProcess } from "../../../setup/program/run-in-process.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";
import { oneLine } from "../../../setup/program/one-line.ts";

const emulatorKey = "bbf58ee117ed8eff3f2db0e038529ffb23739d9561ec70ceb5dc6df8d8be1e4c";
const wave = {
  id: "5",
  application_id: "1",
  type: 2,
  token: "t",
  version: 1,
  user: { id: "9", username: "ada" },
  data: { id: "7", name: "wave", type: 1 },
};

const greeting = defineCommand({
  name: "wave",
  description: "Wave.",
  handle: (interaction) => interaction.reply({ content: "Hello." }),
});
const handler = (publicKey: string): RequestListener =>
  createNodeListener(createInteractionHandler({ publicKey, report: () => undefined, commands: [greeting] }));

const always =
  (status: number, answer: unknown = {}, headers = {}): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, headers).end(JSON.stringify(answer));
  };

/** An endpoint that verifies the signature of the re-serialized body. */
const parsing: RequestListener = async (request, response) => {
  const signed = await verifyInteraction({
    publicKey: emulatorKey,
    signature: request.headers["x-signature-ed25519"],
    timestamp: request.headers["x-signature-timestamp"],
    body: JSON.stringify(JSON.parse(await text(request))),
  });
  response.writeHead(signed ? 200 : 401).end('{"type":1}');
};

interface DisplayedCheck {
  readonly code: number;
  readonly checks: readonly { check: string; verdict: string; found: string; advice?: string }[];
}

/** Runs the checks against an endpoint with this handler. */
async function verify(
  listener: RequestListener,
  words: readonly string[] = [],
  setting = {},
): Promise<DisplayedCheck> {
  await using server = await startServer(listener);
  const line = ["verify", "--json", "--endpoint", server.url, ...words];
  const { code, stdout } = await runInProcess(line, setting);
  return { code, checks: readObject(stdout).result?.["checks"] as DisplayedCheck["checks"] };
}

const verdicts = ({ checks }: DisplayedCheck) => checks.map(({ check, verdict }) => `${check}: ${verdict}`);
const at = ({ checks }: DisplayedCheck, name: string) => checks.find(({ check }) => check === name);

describe("slashpass verify", () => {
  it("reports that a correct endpoint passes all checks and prints its public key", async () => {
    await using server = await startServer(handler(emulatorKey));
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "it.json"), JSON.stringify(wave));
    const words = ["verify", "--endpoint", server.url, "--interaction", "it.json"];
    const { code, stdout, stderr } = await runInProcess(words, { cwd, columns: 80 });
    expect(code).toBe(0);
    expect(stdout).toMatch(/Answered with PONG\./);
    expect(stdout).toMatch(/Answered with a callback of type 4 after \d+ ms/);
    expect(stdout).toContain("5 checks: 5 ok.");
    expect(oneLine(stderr)).toContain(`must use the public key ${emulatorKey}.`);
  });

  it("explains a bad request signature in 80 columns", async () => {
    await using server = await startServer(handler("0".repeat(63) + "1"));
    const { code, stdout, stderr } = await runInProcess(["verify", "--endpoint", server.url], {
      columns: 80,
      env: { NO_COLOR: "1" },
    });
    const displayed = (stdout + stderr).replaceAll(server.url, "http://127.0.0.1:3000/");
    expect([code, displayed.split("\n").filter(({ length }) => length > 80)]).toEqual([3, []]);
    await expect(displayed).toMatchFileSnapshot("../../../golden/program/verify.txt");
  });

  it.each<[string, RequestListener, string[], string, string]>([
    ["a body parsed before verification", parsing, ["ok", "ok", "ok", "failure"], "raw body", "raw bytes"],
    [
      "a missing verification",
      always(200, { type: 1 }),
      ["ok", "failure", "failure", "not-checked"],
      "no signature",
      "Check the signature of every request",
    ],
  ])("detects %s", async (_what, listener, expected, check, advice) => {
    const displayed = await verify(listener);
    expect(displayed.checks.map(({ verdict }) => verdict)).toEqual(expected);
    expect(at(displayed, check)?.advice).toContain(advice);
  });

  it.each([
    [200, {}, "not with PONG", '{"type":1}'],
    [404, {}, "404", "URL's path"],
    [302, { location: "/there" }, "302", "does not follow redirects"],
    [413, {}, "413", "1 MiB"],
    [500, {}, "500", "check its log"],
    [401, { date: new Date(Date.now() + 3_600_000).toUTCString() }, "about 60 minutes ahead of", "the clock"],
    [401, { date: new Date(Date.now() - 3_600_000).toUTCString() }, "60 minutes behind", "the clock"],
  ])("explains the status %d with the headers %j", async (status, headers, found, advice) => {
    expect(at(await verify(always(status, {}, headers)), "ping")).toMatchObject({
      verdict: "failure",
      found: expect.stringContaining(found),
      advice: expect.stringContaining(advice),
    });
  });

  it("generates a key, stores its private half, and verifies an endpoint with it", async () => {
    const cwd = temporaryFolder();
    const made = await runInProcess(["verify", "--make-key", "test.key"], { cwd });
    const publicKey = made.stdout.trim();
    expect([made.code, made.stderr]).toEqual([0, expect.stringContaining("test.key")]);
    expect(publicKey).toBe(createSigningKey(readFileSync(join(cwd, "test.key"), "utf8").trim()).publicKey);
    if (process.platform !== "win32") expect(statSync(join(cwd, "test.key")).mode & 0o777).toBe(0o600);
    const displayed = await verify(handler(publicKey), ["--key", "test.key"], { cwd });
    expect([displayed.code, displayed.checks]).toEqual([
      0,
      expect.arrayContaining([expect.objectContaining({ check: "raw body", verdict: "ok" })]),
    ]);
    const again = await runInProcess(["verify", "--make-key", "test.key", "--json"], { cwd });
    expect([again.code, readObject(again.stdout).error?.code]).toEqual([2, "key_file_taken"]);
  });

  it.each([
    [[], "No endpoint is specified."],
    [["--endpoint", "nowhere"], "not 'nowhere'"],
    [["--endpoint", "http://127.0.0.1:9/", "--make-key", "x"], "cannot be used with other options"],
    [["--endpoint", "http://127.0.0.1:9/", "--key", "none"], "ENOENT"],
    [["--endpoint", "http://127.0.0.1:9/", "--key", "password"], "it is not 64 hexadecimal digits"],
    [["--endpoint", "http://127.0.0.1:9/", "--interaction", "none"], "ENOENT"],
  ])("rejects %j", async (words, reason) => {
    const cwd = folderWith({ password: "hunter2" });
    const { code, stderr } = await runInProcess(["verify", ...words], { cwd });
    expect([code, oneLine(stderr)]).toEqual([2, expect.stringContaining(reason)]);
    expect(stderr).not.toContain("hunter2");
  });

  it("reports that the endpoint is unreachable", async () => {
    const port = await freePort();
    const { code, stderr } = await runInProcess(["verify", "--endpoint", `http://127.0.0.1:${port}/`]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("Start the endpoint's server")]);
  });
});

describe("a recorded request", () => {
  const key = createSigningKey();
  const body = JSON.stringify(wave);
  const now = Math.floor(Date.now() / 1000);
  const record = (change: object = {}, timestamp = now) => {
    const headers = signInteraction({ privateKey: key.privateKey, body, timestamp });
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "it.json"), JSON.stringify({ headers: { ...headers, ...change }, body }));
    return { cwd, env: { SLASHPASS_PUBLIC_KEY: key.publicKey } };
  };
  const words = ["--interaction", "it.json"];

  it("is sent twice: once unchanged and once with an invalid signature", async () => {
    const displayed = await verify(handler(key.publicKey), words, record());
    expect([displayed.code, verdicts(displayed)]).toEqual([0, ["recorded: ok", "bad signature: ok"]]);
    const unknown = await verify(handler(key.publicKey), words, { ...record(), env: {} });
    expect(verdicts(unknown)).toEqual(["recorded: ok", "bad signature: ok"]);
  });

  it("is reported as a replay if it is old, but can be signed again", async () => {
    const setting = record({}, now - 7200);
    expect(at(await verify(handler(key.publicKey), words, setting), "recorded")).toMatchObject({
      verdict: "warning",
      found: expect.stringContaining("120 minutes ago"),
    });
    writeFileSync(join(setting.cwd, "test.key"), key.privateKey);
    const anew = await verify(handler(key.publicKey), [...words, "--key", "test.key"], setting);
    expect(at(anew, "interaction")?.verdict).toBe("ok");
  });

  it.each([
    [{ "x-signature-timestamp": undefined }, "no X-Signature-Timestamp", "a reverse proxy"],
    [{ "x-signature-ed25519": "0".repeat(128) }, "does not match SLASHPASS_PUBLIC_KEY", "the raw body"],
  ])("is reported as the cause of the failure if its headers are %j", async (change, found, advice) => {
    expect(at(await verify(handler(key.publicKey), words, record(change)), "recorded")).toMatchObject({
      verdict: "failure",
      found: expect.stringContaining(found),
      advice: expect.stringContaining(advice),
    });
  });

  it("is verified with a pasted key regardless of whitespace, but not with an invalid key", async () => {
    const { cwd } = record();
    const pasted = await verify(handler(key.publicKey), words, {
      cwd,
      env: { SLASHPASS_PUBLIC_KEY: ` ${key.publicKey}\r\n` },
    });
    expect(verdicts(pasted)).toEqual(["recorded: ok", "bad signature: ok"]);
    const token = "MTAwMDAwMDAwMDAwMDAwMQ.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789ab";
    const env = { SLASHPASS_PUBLIC_KEY: token };
    const refused = await runInProcess(["verify", "--endpoint", "http://127.0.0.1:9/", ...words], {
      cwd,
      env,
    });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("SLASHPASS_PUBLIC_KEY is a bot token, not a public key."),
    ]);
    expect(refused.stdout + refused.stderr).not.toContain("Gabcde");
  });

  it("is reported if it lacks a signature and the endpoint accepts it", async () => {
    const unsigned = record({ "x-signature-timestamp": undefined });
    expect(at(await verify(always(200, { type: 4 }), words, unsigned), "recorded")).toMatchObject({
      found: "Answered with 200: the recording has no X-Signature-Timestamp.",
      advice: expect.stringContaining("respond with 401"),
    });
    expect(at(await verify(always(500), words, unsigned), "recorded")?.found).toContain("500");
  });
});

// Runs a fleet on this machine: Redis, three instances of server.js, and the emulator instead of Discord. Players sign in,
// return, and return again after one instance is killed. `npm run demo:fleet` needs a redis-server (Debian: redis-tools or
// redis-server), or a REDIS_URL that points to a running one.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client, ClientError, memoryTokenStore, ownServer } from "slashpass";
import { startEmulator } from "slashpass/emulator";

const instances = 3;
const keyOfAll = randomBytes(32).toString("base64");
const players = 6;

/** @type {import("node:child_process").ChildProcess[]} */
const started = [];
const folder = mkdtempSync(join(tmpdir(), "slashpass-fleet-"));
process.once("exit", () => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const redisUrl = process.env["REDIS_URL"] ?? (await startRedis());
say("redis", redisUrl);
const emulator = await startEmulator();
const { application, apiBase, webBase } = emulator;
say("emulator", `${webBase} (the service, on this machine)`);

const fleet = await Promise.all(Array.from({ length: instances }, startInstance));
for (const { name, url } of fleet) say(name, url);

/** The session secret that each game stores. Each secret works once. */
const secrets = await Promise.all(
  Array.from({ length: players }, (_, index) => retried(() => signIn(fleet[index % instances]))),
);
say("players", `${players} signed in, each through one of ${instances} instances`);

for (const round of [1, 2]) {
  await comeBack(fleet);
  say("", `round ${round}: each player returned and received a new secret`);
}

const [victim, ...others] = fleet;
victim?.child.kill("SIGKILL");
if (victim) await once(victim.child, "exit");
say(victim?.name ?? "", "killed (SIGKILL)");
await comeBack(others);
say("players", `${players} returned through the ${others.length} remaining instances`);

for (const { name, child, url } of others) {
  const answered = await fetch(`${url}/counters`);
  const counters = /** @type {Record<string, number>} */ (await answered.json());
  say(name, ...Object.entries(counters).map(([key, count]) => `${String(count).padStart(4)}  ${key}`));
  child.kill("SIGTERM");
  await once(child, "exit");
  say("", "drained (SIGTERM)");
}
await emulator.close();
console.log(`demo: ${players} of ${players} players are still signed in`);
process.exit();

/**
 * Signs a player in; the instance exchanges the code.
 *
 * @param {{ url: string } | undefined} instance
 */
async function signIn(instance) {
  const client = new Client({
    ...emulator.clientOptions(),
    store: memoryTokenStore(),
    openBrowser: emulator.player().browser(),
    ...ownServer(`${instance?.url}/tokens`),
  });
  const code = client.CreateAuthorizationCodeVerifier();
  const { code: answer, redirectUri } = await client.Authorize({
    scopes: Client.GetDefaultPresenceScopes(),
    codeChallenge: code.Challenge(),
  });
  const { refreshToken } = await client.GetToken(application.id, answer, code.Verifier(), redirectUri);
  await client.close();
  return refreshToken;
}

/**
 * Uses each game's secret on another instance.
 *
 * @param {readonly { url: string }[]} servers
 */
async function comeBack(servers) {
  await Promise.all(
    secrets.map(async (refreshToken, index) => {
      const { refreshToken: use } = ownServer(`${servers[index % servers.length]?.url}/tokens`);
      const signal = AbortSignal.timeout(30_000);
      const session = { applicationId: application.id, refreshToken: refreshToken ?? "", signal };
      const next = await retried(() => use(session));
      secrets[index] = next.refreshToken;
    }),
  );
}

/**
 * Repeats a call that fails while the machine is overloaded, as a game would.
 *
 * @template Result
 * @param {() => Promise<Result>} call
 */
async function retried(call) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ClientError && error.retryable) || attempt === 5) throw error;
      await wait(1000 * (error.retryAfter ?? 1));
    }
  }
}

/** @param {unknown} _ @param {number} index */
async function startInstance(_, index) {
  const child = spawn(process.execPath, [fileURLToPath(new URL("server.js", import.meta.url))], {
    env: {
      ...process.env,
      REDIS_URL: redisUrl,
      SLASHPASS_API_BASE: apiBase,
      SLASHPASS_APPLICATION_ID: application.id,
      SLASHPASS_CLIENT_SECRET: application.clientSecret,
      TOKEN_KEYS: keyOfAll,
      INSTANCES: String(instances),
      PORT: "0",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(child);
  const [, port] = await line(child, /^listening on (\d+)$/);
  return { name: `server ${index + 1}`, child, url: `http://127.0.0.1:${port}` };
}

async function startRedis() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  const port = String(typeof address === "object" ? address?.port : 0);
  probe.close();
  await once(probe, "close");
  const settings = ["--port", port, "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
  // Debian's redis-tools includes the server under another name; the program checks the name under which it was started.
  const child = spawn("redis-check-rdb", settings, {
    argv0: "redis-server",
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(child);
  await line(child, /ready to accept connections/i);
  return `redis://127.0.0.1:${port}`;
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {RegExp} pattern
 * @returns {Promise<RegExpExecArray>}
 */
function line(child, pattern) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (status) => reject(new Error(`${child.spawnfile} ended with ${status}.`)));
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on("line", (text) => {
      const found = pattern.exec(text);
      if (found) resolve(found);
    });
  });
}

/** @param {string} name @param {...string} lines */
function say(name, ...lines) {
  for (const [index, text] of lines.entries()) console.log(`${(index ? "" : name).padEnd(12)} ${text}`);
}

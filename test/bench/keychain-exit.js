// How long a process takes to end while its keychain does not answer. Needs `npm run build`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { lacksKeyring } from "./frame/lacks.js";
import { inTurn } from "./frame/measure.js";
import { startKeyring } from "./keyring.js";

const limitMs = 5_000;
const root = new URL("../..", import.meta.url).pathname;

/** From the call to the wish to end. */
const waitMs = 300;
const calls = `process.stdout.write("calls\\n");`;
const ours = `const { keychainTokenStore } = await import("slashpass");
  ${calls}
  const call = (timeoutMs) => keychainTokenStore({ timeoutMs }).set("a", "b");`;
const soon = (/** @type {string} */ act) => `setTimeout(() => { ${act} }, ${waitMs});`;

/** Each says "calls", and wants to end `waitMs` later. */
const candidates = /** @type {const} */ ([
  {
    what: "process.exit, without a keychain",
    kind: "floor",
    program: `${calls} ${soon("process.exit();")}`,
  },
  {
    what: "slashpass: process.exit",
    kind: "ours",
    program: `${ours} void call(600_000); ${soon("process.exit();")}`,
  },
  {
    what: "slashpass: an exception",
    kind: "ours",
    program: `${ours} void call(600_000); ${soon(`throw new Error("on purpose");`)}`,
  },
  {
    what: "slashpass: by itself, after the call's deadline",
    kind: "ours",
    program: `${ours} await call(${waitMs}).catch(() => undefined);`,
  },
  {
    what: "@napi-rs/keyring, asynchronous: process.exit",
    kind: "peer",
    program: `const { AsyncEntry } = await import("@napi-rs/keyring");
      ${calls} new AsyncEntry("bench", "a").setPassword("b").catch(() => undefined); ${soon("process.exit();")}`,
  },
]);

const heading = {
  name: "keychain-exit",
  title: "From the wish to end to the end",
  unit: "ms",
  left:
    "A call that waits for the keychain is in a process of its own, which is ended with ours, so nothing holds the game back. " +
    `Who is still there after ${limitMs / 1000} s is ended by force, and that is the figure.`,
};

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "Ending while the keychain waits",
  about:
    "gnome-keyring is stopped, so it answers as little as one whose dialog nobody sees. A process asks it, then wants to end: how long " +
    "until it is gone.",
  async run(pace) {
    if (lacksKeyring)
      return [{ ...heading, rows: [], missing: [{ what: "the keychain", why: lacksKeyring }] }];
    const { env, pid, end } = await startKeyring();
    process.kill(pid, "SIGSTOP");
    const rounds = pace.pick({ full: 5, quick: 1 });
    const rows = await inTurn(candidates, { rounds, warmUp: 0 }, ({ program }) => ended(program, env));
    await end();
    return [{ ...heading, rows }];
  },
};

/** @param {string} program @param {NodeJS.ProcessEnv} env @returns {Promise<number>} milliseconds */
async function ended(program, env) {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const closed = once(child, "close");
  await once(createInterface(child.stdout), "line");
  const start = performance.now();
  const limit = setTimeout(() => child.kill("SIGKILL"), limitMs);
  await closed;
  clearTimeout(limit);
  return performance.now() - start - waitMs;
}

// How long a process takes to end while the keychain waits for an answer that never comes, from the moment when it wants
// to end until it is gone: by process.exit, by an exception, and by itself after the deadline of its call.
// Linux with dbus-daemon and gnome-keyring; npm run build:ts before.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const rounds = 10;
const limitMs = 5_000;
const deadlineMs = 500;
const package_ = process.argv[2] ?? new URL("../../dist/index.js", import.meta.url).href;

const program = `
  const { keychainTokenStore } = await import(process.argv[1]);
  const way = process.argv[2];
  const call = keychainTokenStore({ timeoutMs: way === "natural end" ? ${deadlineMs} : 600_000 }).set("a", "b");
  const ends = () => process.stdout.write("ends\\n");
  if (way === "natural end") await call.catch(ends);
  else setTimeout(() => { ends(); if (way === "process.exit") process.exit(); throw new Error("on purpose"); }, ${deadlineMs});
`;

const home = mkdtempSync(join(tmpdir(), "keychain-exit-"));
/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home };
const bus = spawn("dbus-daemon", ["--session", "--nofork", "--print-address"], {
  env,
  stdio: ["ignore", "pipe", "ignore"],
});
const [address] = await once(createInterface(bus.stdout), "line");
env["DBUS_SESSION_BUS_ADDRESS"] = address;
// It has its name on the bus when its parent has ended.
spawnSync("gnome-keyring-daemon", ["--unlock", "--components=secrets"], {
  env,
  input: "password",
  // The daemon stays, and would keep a pipe open.
  stdio: ["pipe", "ignore", "ignore"],
});
const keyring = pidOf("org.freedesktop.secrets");
// A keyring that is stopped answers as little as one whose dialog nobody sees.
process.kill(keyring, "SIGSTOP");

for (const way of ["process.exit", "exception", "natural end"]) {
  const took = [];
  for (let round = 0; round < rounds; round++) took.push(await end(way));
  took.sort((one, other) => one - other);
  const middle = took[rounds >> 1] ?? 0;
  const shown = (/** @type {number} */ ms) => (ms >= limitMs ? `over ${limitMs}` : ms.toFixed(1));
  process.stdout.write(
    `${way.padEnd(14)} middle ${shown(middle)} ms, longest ${shown(took.at(-1) ?? 0)} ms\n`,
  );
}
process.kill(keyring, "SIGKILL");
bus.kill();
await once(bus, "exit");
rmSync(home, { recursive: true });

/** @param {string} name */
function pidOf(name) {
  const question = ["/", "org.freedesktop.DBus.GetConnectionUnixProcessID", `string:${name}`];
  const { stdout } = spawnSync(
    "dbus-send",
    ["--print-reply=literal", "--dest=org.freedesktop.DBus", ...question],
    {
      env,
      encoding: "utf8",
    },
  );
  const pid = Number(stdout.replace("uint32", ""));
  // A signal to process 0 would stop this one.
  if (!(pid > 0)) throw new Error("The keyring did not start.");
  return pid;
}

/** @param {string} way */
async function end(way) {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program, package_, way], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const closed = once(child, "close");
  await once(createInterface(child.stdout), "line");
  const start = performance.now();
  const limit = setTimeout(() => child.kill("SIGKILL"), limitMs);
  await closed;
  clearTimeout(limit);
  return performance.now() - start;
}

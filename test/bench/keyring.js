// Starts a keyring on its own bus. Needs Linux with dbus-daemon and gnome-keyring.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";

export async function startKeyring() {
  const home = mkdtempSync(join(tmpdir(), "bench-keyring-"));
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home };
  const bus = spawn("dbus-daemon", ["--session", "--nofork", "--print-address"], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [address] = await once(createInterface(bus.stdout), "line");
  env["DBUS_SESSION_BUS_ADDRESS"] = address;
  spawnSync("gnome-keyring-daemon", ["--unlock", "--components=secrets"], {
    env,
    input: "password",
    // The daemon would keep pipes open.
    stdio: ["pipe", "ignore", "ignore"],
  });
  let pid = Number.NaN;
  // The daemon registers its name shortly after its parent process exits.
  for (let remaining = 100; remaining > 0 && !(pid > 0); remaining--) {
    pid = pidOf("org.freedesktop.secrets", env);
    if (!(pid > 0)) await setTimeout(20);
  }
  // Killing process 0 would kill this process group.
  if (!(pid > 0)) throw new Error("The keyring did not start.");
  const end = async () => {
    process.kill(pid, "SIGKILL");
    bus.kill();
    await once(bus, "exit");
    rmSync(home, { recursive: true });
  };
  return { env, pid, end };
}

/** @param {string} name @param {NodeJS.ProcessEnv} env */
function pidOf(name, env) {
  const question = ["/", "org.freedesktop.DBus.GetConnectionUnixProcessID", `string:${name}`];
  const sent = ["--print-reply=literal", "--dest=org.freedesktop.DBus", ...question];
  const { stdout } = spawnSync("dbus-send", sent, { env, encoding: "utf8" });
  return Number(stdout.replace("uint32", ""));
}

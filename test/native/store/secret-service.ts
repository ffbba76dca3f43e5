import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "vitest";
import { endProgram, outputOf, runProgram, startProgram } from "../../setup/child-process.ts";
import { until } from "../../setup/until.ts";

/** A separate session bus with gnome-keyring in a temporary home, leaving the user's own keyring untouched. */
export class SecretService {
  readonly #home = mkdtempSync(join(tmpdir(), "slashpass-keyring-"));
  readonly #bus;
  readonly environment: NodeJS.ProcessEnv;

  private constructor() {
    this.environment = {
      ...process.env,
      HOME: this.#home,
      XDG_DATA_HOME: this.#home,
      XDG_RUNTIME_DIR: this.#home,
    };
    // Without a display, prompts are dismissed immediately.
    delete this.environment["DISPLAY"];
    delete this.environment["WAYLAND_DISPLAY"];
    this.#bus = startProgram("dbus-daemon", ["--session", "--nofork", "--print-address"], {
      env: this.environment,
      stdio: ["ignore", "pipe", "ignore"],
    });
  }

  static async start(): Promise<SecretService> {
    const service = new SecretService();
    const lines = createInterface(service.#bus.stdout ?? expect.unreachable());
    const [address] = (await once(lines, "line")) as [string];
    service.environment["DBUS_SESSION_BUS_ADDRESS"] = address;
    return service;
  }

  /** Like `start`, but this process also uses the bus. */
  static async startForThisProcess(): Promise<SecretService> {
    const service = await SecretService.start();
    process.env["DBUS_SESSION_BUS_ADDRESS"] = service.environment["DBUS_SESSION_BUS_ADDRESS"];
    return service;
  }

  /** Restarts the keyring with `password`. The first password becomes the correct one. */
  async unlock(password: string): Promise<void> {
    const before = await this.#pid();
    const options = ["--unlock", "--replace", "--components=secrets"];
    const daemon = startProgram("gnome-keyring-daemon", options, {
      env: this.environment,
      stdio: ["pipe", "ignore", "ignore"],
    });
    daemon.stdin?.end(password);
    await once(daemon, "exit");
    await until(async () => ![undefined, before].includes(await this.#pid()));
  }

  /** Kills the keyring. On the next call, the bus restarts it, locked. */
  async kill(): Promise<void> {
    const pid = await this.#pid();
    if (pid === undefined) return;
    process.kill(pid, "SIGKILL");
    await until(async () => (await this.#pid()) !== pid);
  }

  /** Suspends the keyring, which then does not respond. Returns a function that resumes it. */
  async freeze(): Promise<() => void> {
    const pid = (await this.#pid()) ?? Number.NaN;
    process.kill(pid, "SIGSTOP");
    return () => process.kill(pid, "SIGCONT");
  }

  /** Starts recording the bus's messages. The returned function stops recording and returns the messages. */
  async record(): Promise<() => Promise<string>> {
    const monitor = startProgram("dbus-monitor", ["--session", "--binary"], {
      env: this.environment,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const output = monitor.stdout ?? expect.unreachable();
    const parts: Buffer[] = [];
    output.on("data", (part: Buffer) => parts.push(part));
    await once(output, "data");
    return async () => {
      // Once this call has been recorded, so have all earlier messages.
      await this.#pid();
      await until(() => Buffer.concat(parts).includes("GetConnectionUnixProcessID"));
      await endProgram(monitor);
      return Buffer.concat(parts).toString("latin1");
    };
  }

  async search(service: string): Promise<string> {
    const { stdout, stderr } = await runProgram("secret-tool", ["search", "--all", "service", service], {
      env: this.environment,
    });
    return stdout + stderr;
  }

  async store(label: string, secret: string, attributes: readonly string[]): Promise<void> {
    const tool = startProgram("secret-tool", ["store", `--label=${label}`, ...attributes], {
      env: this.environment,
      stdio: ["pipe", "ignore", "ignore"],
    });
    tool.stdin?.end(secret);
    await once(tool, "exit");
  }

  async stop(): Promise<void> {
    await this.kill();
    await endProgram(this.#bus);
    rmSync(this.#home, { recursive: true, force: true });
  }

  async #pid(): Promise<number | undefined> {
    const question = ["org.freedesktop.DBus.GetConnectionUnixProcessID", "string:org.freedesktop.secrets"];
    try {
      const stdout = await outputOf(
        "dbus-send",
        ["--print-reply=literal", "--dest=org.freedesktop.DBus", "/", ...question],
        { env: this.environment },
      );
      return Number(stdout.replace("uint32", ""));
    } catch {
      return undefined;
    }
  }
}

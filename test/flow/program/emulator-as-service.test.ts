import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { endProgram, type RunOptions, runProgram, startProgram } from "../../setup/child-process.ts";
import { executable, runExecutable, runOnTerminal } from "../../setup/program/run-executable.ts";
import { oneLine } from "../../setup/program/one-line.ts";
import { readObject } from "../../setup/program/schema.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";
import { needs } from "../../setup/system-parts.ts";

const children: ChildProcess[] = [];
afterEach(() => Promise.all(children.splice(0).map(endProgram)));

const emulator = ["emulator", "--as-service"];

/** The tests' network guard would block the service's host names, which resolve to this machine here. */
const online = true;

const node = (text: string) => ["--", process.execPath, "--input-type=module", "-e", text];

const waiting =
  'process.on("SIGTERM", () => process.exit(6)); setInterval(() => {}, 1000); console.log("waits");';

/** Returns options with an empty directory for the run's temporary files, which the run is expected to delete. */
function inEmptyFolder(options: RunOptions = {}) {
  const folder = temporaryFolder();
  const { PATH, HOME } = process.env;
  return { folder, options: { online, ...options, env: { PATH, HOME, ...options.env, TMPDIR: folder } } };
}

async function startWaiting(text: string, ...args: string[]) {
  const { folder, options } = inEmptyFolder();
  const child = startProgram(process.execPath, [executable, ...emulator, ...args, ...node(text)], {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const notes: string[] = [];
  child.stderr?.on("data", (part: Buffer) => void notes.push(part.toString()));
  const ended = once(child, "exit");
  const [output] = (await once(child.stdout ?? expect.unreachable(), "data")) as [Buffer];
  return { child, folder, ended, output: output.toString(), notes: () => notes.join("") };
}

function processesWith(word: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(word);
      } catch {
        return false;
      }
    });
}

describe("slashpass emulator --as-service", needs("unprivileged namespaces"), () => {
  it("serves the service's host names, with and without TLS, to an unconfigured program", async () => {
    const { folder, options } = inEmptyFolder();
    const asking = `const addresses = ["https://discord.com/api/v10/gateway", "https://ptb.discord.com/api/v9/gateway",
        "https://discordapp.com/api/gateway", "http://discord.com/api/v10/gateway"];
      for (const address of addresses) console.log((await fetch(address)).status, address);
      process.exitCode = 7;`;
    const { status, stdout, stderr } = await runExecutable([...emulator, ...node(asking)], options);
    expect([status, stdout]).toEqual([
      7,
      `200 https://discord.com/api/v10/gateway
200 https://ptb.discord.com/api/v9/gateway
200 https://discordapp.com/api/gateway
200 http://discord.com/api/v10/gateway
`,
    ]);
    expect(oneLine(stderr)).toContain("reachable at the service's host names.");
    expect(stderr.match(/ {2}200 {2}\d+ ms {2}ok$/gm)).toHaveLength(4);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("runs the program as the same user, without privileges, keys or an outside network", async () => {
    const { folder, options } = inEmptyFolder();
    const looking = `import { readdirSync } from "node:fs";
      import { dirname } from "node:path";
      import { networkInterfaces } from "node:os";
      console.log(JSON.stringify({
        user: process.getuid(),
        files: readdirSync(dirname(process.env.NODE_EXTRA_CA_CERTS)),
        interfaces: Object.keys(networkInterfaces()),
        own: Object.keys(process.env).filter((name) => name.startsWith("SLASHPASS_NAMESPACE")),
        status: (await fetch("https://discord.com/api/v10/gateway")).status,
      }));`;
    const args = ["--user", "--map-user=1234", "--map-group=1234", process.execPath, executable];
    const { stdout, stderr } = await runProgram("unshare", [...args, ...emulator, ...node(looking)], options);
    expect(JSON.parse(stdout || stderr)).toEqual({
      user: 1234,
      files: ["authority.pem", "certificate.pem", "hosts", "nsswitch.conf"],
      interfaces: ["lo"],
      own: [],
      status: 200,
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("supports world, state and settings files and the program's endpoint, and prints a JSON object", async () => {
    const { options } = inEmptyFolder();
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "world.json"), '{ "applications": [{ "id": "77", "name": "Reef" }] }');
    const answering = `import { createServer } from "node:http";
      createServer(() => process.exit(5)).listen(8099, "127.0.0.1");`;
    const files = ["--world", "world.json", "--state", "state.json", "--env", "env"];
    const args = ["--json", ...files, "--endpoint", "http://127.0.0.1:8099/", ...node(answering)];
    const { status, stdout } = await runExecutable([...emulator, ...args], { ...options, cwd });
    expect([status, readObject(stdout)]).toMatchObject([5, { ok: true, result: { applicationId: "77" } }]);
    expect(JSON.parse(readFileSync(join(cwd, "state.json"), "utf8"))).toMatchObject({ version: 1 });
    expect(readFileSync(join(cwd, "env"), "utf8")).toMatch(/^SLASHPASS_BOT_TOKEN=\S+$/m);
  });

  it("serves its page outside the namespace too, and exits with its program's exit code on SIGTERM", async () => {
    const { child, folder, ended, output } = await startWaiting(
      `console.log(process.env.SLASHPASS_WEB_BASE); ${waiting}`,
    );
    const [, page = ""] = /(http:\S+)/.exec(output) ?? [];
    expect((await fetch(`${page}/api/v10/gateway`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toEqual([6, null]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("delivers Ctrl-C from the terminal to its program exactly once", async () => {
    const { folder, options } = inEmptyFolder();
    const counting = `let count = 0;
      process.on("SIGINT", () => ++count === 1 && setTimeout(() => process.exit(10 + count), 300));
      setInterval(() => {}, 1000);
      console.log("waits");`;
    let isTyped = false;
    const { status } = await runOnTerminal([...emulator, ...node(counting)], {
      ...options,
      respond: (printed, type) => {
        if (isTyped || !printed.includes("waits")) return;
        isTyped = true;
        type("\u0003");
      },
    });
    expect(status).toBe(11);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("leaves nothing behind when killed", async () => {
    const { child, folder } = await startWaiting(`${waiting} // killed outside`);
    child.kill("SIGKILL");
    await expect.poll(() => processesWith("// killed outside")).toEqual([]);
    await expect.poll(() => readdirSync(folder)).toEqual([]);
  });

  it("exits with code 137 and leaves nothing behind when the inner process is killed", async () => {
    const { child, folder, ended } = await startWaiting(`${waiting} // killed inside`);
    const inside = processesWith("// killed inside").filter((pid) =>
      readFileSync(`/proc/${pid}/environ`, "utf8").includes("\0SLASHPASS_NAMESPACE="),
    );
    for (const pid of inside) if (pid !== child.pid) process.kill(pid, "SIGKILL");
    expect(await ended).toEqual([137, null]);
    await expect.poll(() => processesWith("// killed inside")).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

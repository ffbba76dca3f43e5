import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import serviceNames from "../../../wire/service-names.json" with { type: "json" };
import { Failure } from "../../frame/failure.ts";
import { readProblem } from "../../../core/resolve/read-file.ts";
import { listenLocally } from "../../frame/port-holder.ts";
import { codeOf, signalOf } from "../../frame/run-command.ts";
import { variables } from "../../frame/host.ts";
import { type EmulatorCall, type StartOptions, wrong } from "../options.ts";
import type { OutsideMessage } from "./inside.ts";
import { text as setUp } from "./namespace.sh?text";

/** These processes also receive Ctrl-C, but must outlive the inner process. */
const launch = `trap "" HUP INT TERM
command -v unshare >/dev/null || { echo "the program 'unshare' is not installed" >&2; exit 1; }
exec unshare "$@"`;

/** Marks the end of the setup output. All later output comes from the program. */
const entered = "slashpass has entered";
const enter = `echo "${entered}" >&2; exec "$@" 2>&4 4>&-`;

export function refuseWithoutNamespace({ options: { port }, arguments: { command } }: EmulatorCall): void {
  if (command.length === 0) throw wrong("--as-service requires a program after --, such as -- npm test.");
  if (Number(port) === 443 || Number(port) === 80)
    throw wrong(`--port ${port} conflicts with --as-service, which uses port ${port} itself.`);
  if (process.platform === "linux") return;
  throw unavailable(`only Linux has network namespaces, and this system is ${process.platform}`);
}

type OnServing = (page: { readonly webBase: string }) => void;

/** @returns the inner process's exit code. */
export async function runInNamespace(
  call: EmulatorCall,
  { port = 0 }: StartOptions,
  onServing: OnServing,
): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  const hint = "Omit the port to use any free one.";
  const own = await listenLocally(server, port, { what: "The emulator", hint });
  try {
    return await runBehindServer(server, own, call, onServing);
  } finally {
    server.close();
  }
}

async function runBehindServer(
  server: Server,
  port: number,
  call: EmulatorCall,
  onServing: OnServing,
): Promise<number> {
  const { signal } = call;
  signal.throwIfAborted();
  const folder = makeFolder();
  const child = start(folder, port, call);
  // Also runs if this process exits early. Killing the child terminates all processes in the namespace.
  const leave = () => {
    child.kill("SIGKILL");
    removeEmpty(folder);
  };
  const passOn = () => sendMessage(child, signalOf(signal));
  process.once("exit", leave);
  signal.addEventListener("abort", passOn, { once: true });
  child.once("message", () =>
    sendMessage(child, "server", server, () => {
      server.close();
      onServing({ webBase: `http://127.0.0.1:${port}` });
    }),
  );
  try {
    return await endOf(child);
  } finally {
    process.off("exit", leave);
    signal.removeEventListener("abort", passOn);
    removeEmpty(folder);
  }
}

function start(folder: string, port: number, { env, cwd, again }: EmulatorCall): ChildProcess {
  const words = [
    "-c",
    launch,
    "sh",
    ...namespaces(),
    "sh",
    "-c",
    setUp,
    "sh",
    folder,
    serviceNames.join(" "),
  ];
  return spawn("sh", [...words, ...asUser(), "sh", "-c", enter, "sh", ...again], {
    env: { ...env, [variables.namespacePort]: String(port) },
    cwd,
    stdio: ["inherit", "inherit", "pipe", "ipc", 2],
  });
}

/** Without root, these namespaces require a user namespace. */
function namespaces(): string[] {
  const user = isRoot() ? [] : ["--user", "--map-root-user"];
  return [...user, "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
}

function asUser(): string[] {
  if (isRoot()) return [];
  return ["unshare", "--user", `--map-user=${process.getuid?.()}`, `--map-group=${process.getgid?.()}`];
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function sendMessage(child: ChildProcess, message: OutsideMessage, server?: Server, done = () => {}): void {
  if (child.connected) child.send(message, server, done);
}

async function endOf(child: ChildProcess): Promise<number> {
  const [stderr, code] = await Promise.all([child.stderr ? text(child.stderr) : "", codeOf(child)]).catch(
    ({ message }: Error) => {
      throw unavailable(message);
    },
  );
  if (stderr.includes(entered)) return code;
  throw unavailable(stderr.trim().replaceAll(/\s*\n\s*/g, "; ") || `the setup exited with code ${code}`);
}

function makeFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), "slashpass-as-service-"));
  } catch (error) {
    throw unavailable(`no folder can be created in ${tmpdir()} (${readProblem(error)})`);
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Already removed.
  }
}

function unavailable(reason: string): Failure {
  return new Failure(`The service's host names cannot be redirected to the emulator: ${reason}.`, {
    code: "namespace_unavailable",
    hint: "--as-service requires Linux with util-linux, iproute2 and openssl, and permission to create user namespaces: https://github.com/slashpass/slashpass/blob/main/docs/testing.md#clients-with-a-hard-coded-address. Otherwise, omit --as-service and set the emulator's address in the client; the program receives it in SLASHPASS_API_BASE.",
  });
}

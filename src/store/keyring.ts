import { cut, ClientError, ErrorType } from "../core/errors.ts";
import type { Worker } from "node:worker_threads";
import { guarded } from "../core/check/callback.ts";
import { onAbort } from "../core/request/abort.ts";
import { formatDuration } from "../core/request/clock.ts";
import { findModule } from "../core/resolve/find-module.ts";
import { describeForeign } from "../core/resolve/ownership.ts";
import type { KeyringReply, KeyringRequest, KeyringResult } from "./keyring-calls.ts";
import { program } from "./keyring-thread.ts?thread";
import type { Keychain } from "./secret-service/secret-service.ts";

const packageName = "@napi-rs/keyring";

type Failure = "absent" | "binding_missing" | "locked" | "denied" | "timeout" | "failed";

const kinds: readonly (readonly [Failure, RegExp])[] = [
  // Comes first, because this error's message also contains "package-lock" and "cannot find".
  ["binding_missing", /native binding|cannot find the package/i],
  ["locked", /\block|unlock|islocked|prompt|interaction is not allowed|-25308/i],
  ["denied", /denied|cancel|permission|not authori[sz]ed|passphrase|-25293|-128\b/i],
  [
    "absent",
    /d-?bus|secret service|no result|not provided|no such (interface|object|secret)|does not exist|storage|cannot find|logon session/i,
  ],
];

const descriptions: Record<Failure, string> = {
  absent: "there is no keychain for tokens",
  binding_missing: "the system keychain's binding is missing",
  locked: "the keychain is locked",
  denied: "the keychain denied access",
  timeout: "the keychain did not respond in time",
  failed: "the keychain failed",
};

const hints: Record<Failure, string> = {
  absent:
    "Linux requires a D-Bus session and a Secret Service (gnome-keyring, KWallet) with a default collection. " +
    "On machines without them, use fileTokenStore or memoryTokenStore.",
  binding_missing: `Install ${packageName} with its optional dependencies, one of which contains its binary, on the system that runs the game. For a bundle, put both packages in a node_modules folder next to the bundle or the program.`,
  locked: "Ask the player to unlock the system keychain, then try again.",
  denied: "Allow the game to use its item in the system keychain, then try again.",
  timeout:
    "Ask the player to respond to the keychain's dialog, which may be behind the game, or to unlock the keychain with the " +
    "system's tools. Then try again.",
  failed: "Try again. If it fails again, check the keychain with the system's tools.",
};

/** Classifies the error by its message, because no system has stable codes. */
export function keychainError(operation: string, text: string): ClientError {
  const kind = kinds.find(([, pattern]) => pattern.test(text))?.[0] ?? "failed";
  return describe(kind, operation, text);
}

export function keychainTimeout(operation: string, timeoutMs: number): ClientError {
  return describe("timeout", operation, formatDuration(timeoutMs));
}

function describe(kind: Failure, operation: string, text: string): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: `keychain_${kind}`,
    message: `${operation}: ${descriptions[kind]} (${cut(text, 200)}).`,
    hint: hints[kind],
    retryable: kind === "locked" || kind === "timeout",
  });
}

const notFound = `cannot find the package ${packageName}`;

interface Call {
  readonly resolve: (result: KeyringResult) => void;
  readonly reject: (error: Error) => void;
}

const pending = new Map<number, Call>();
/** One thread for all stores in the process. */
let running: Worker | undefined;
let lastId = 0;

/**
 * Runs in a separate thread, which starts on the first call. The process cannot exit until the current call ends. On macOS, that
 * call may be waiting for the user to answer a system dialog; on Windows, calls never wait for the user.
 */
export const keyring: Keychain = {
  getPassword: async (service, account, signal) =>
    (await ask({ operation: "getPassword", service, account }, signal)) as string | null,
  setPassword: async (service, account, password, signal) => {
    await ask({ operation: "setPassword", service, account, password }, signal);
  },
  deletePassword: async (service, account, signal) =>
    (await ask({ operation: "deletePassword", service, account }, signal)) as boolean,
};

function ask(request: KeyringRequest, signal: AbortSignal): Promise<KeyringResult> {
  const worker = (running ??= start());
  const id = ++lastId;
  worker.ref();
  const leave = onAbort(signal, () => settle(worker, { id, error: "given up" }));
  return new Promise<KeyringResult>((resolve, reject) => {
    pending.set(id, { resolve, reject });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage({ id, ...request });
  }).finally(leave);
}

function start(): Worker {
  const { file: modulePath, refused } = findModule(packageName);
  if (modulePath === undefined) throw new Error([`${notFound}.`, ...refused.map(describeForeign)].join(" "));
  // Loaded only here, because Linux does not need a thread.
  const threads = process.getBuiltinModule("node:worker_threads");
  const worker = new threads.Worker(program, { eval: true, workerData: { modulePath } });
  worker.on(
    "message",
    guarded((reply: KeyringReply) => settle(worker, reply), fail),
  );
  worker.on("error", guarded(fail, fail));
  return worker;
}

function settle(worker: Worker, { id, result, error }: KeyringReply): void {
  const call = pending.get(id);
  pending.delete(id);
  if (pending.size === 0) worker.unref();
  if (error === undefined) call?.resolve(result);
  else call?.reject(new Error(error));
}

/** Called if, for example, the module has no binary for this machine. The next call starts a new thread. */
function fail(error: unknown): void {
  running = undefined;
  for (const { reject } of pending.values()) reject(error as Error);
  pending.clear();
}

import { ClientError, ErrorType } from "../core/errors.ts";

type Failure = "absent" | "locked" | "denied" | "timeout" | "failed";

const kinds: readonly (readonly [Failure, RegExp])[] = [
  ["locked", /\block|unlock|islocked|prompt|interaction is not allowed|-25308/i],
  ["denied", /denied|cancel|permission|not authori[sz]ed|passphrase|-25293|-128\b/i],
  [
    "absent",
    /d-?bus|secret service|no result|not provided|no such (interface|object|secret)|does not exist|storage|native binding|cannot find|logon session/i,
  ],
];

const said: Record<Failure, string> = {
  absent: "there is no keychain that could keep tokens",
  locked: "the keychain is locked",
  denied: "the keychain denied access",
  timeout: "the keychain did not answer in time",
  failed: "the keychain failed",
};

const hints: Record<Failure, string> = {
  absent:
    "On Linux, a session D-Bus and a Secret Service (gnome-keyring, KWallet) with a default collection are needed. " +
    "On machines without one, choose fileTokenStore or memoryTokenStore yourself.",
  locked: "Ask the player to unlock the keychain of the system, then try again.",
  denied: "Allow the game to use its item in the keychain of the system, then try again.",
  timeout:
    "The keychain may be waiting for the player: ask the player to answer its dialog, which may be behind the game, or " +
    "to unlock the keychain with the tools of the system; then try again.",
  failed: "Try again; if that fails too, check the keychain with the tools of the system.",
};

/** What a failure of a keychain means, read from its text: none of them has codes that hold on every system. */
export function keychainError(operation: string, text: string): ClientError {
  const kind = kinds.find(([, pattern]) => pattern.test(text))?.[0] ?? "failed";
  return describe(kind, operation, text);
}

export function keychainTimeout(operation: string, timeoutMs: number): ClientError {
  return describe("timeout", operation, `${timeoutMs} ms`);
}

function describe(kind: Failure, operation: string, text: string): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: `keychain_${kind}`,
    message: `${operation}: ${said[kind]} (${text.slice(0, 200)}).`,
    hint: hints[kind],
    retryable: kind === "locked" || kind === "timeout",
  });
}

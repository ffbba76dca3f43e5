import { describeNetworkFailure } from "../../core/request/network-failure.ts";

export class EndedBy extends Error {
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals) {
    super(`Terminated by ${signal}.`);
    this.name = "AbortError";
    this.signal = signal;
  }
}

export const ExitCode = {
  Done: 0,
  /** Failed; the reason is on standard error. */
  Failed: 1,
  /** Invalid command line or settings; nothing was started. */
  Misunderstood: 2,
  /** Completed, but with differences, findings or failed checks. */
  Differs: 3,
  Interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

interface FailureInit {
  /** A stable identifier for `--json` output. */
  readonly code: string;
  readonly hint?: string | undefined;
  readonly exitCode?: ExitCode;
  /** Additional data for `--json` output, without secrets. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

export class Failure extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly exitCode: ExitCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, { code, hint, exitCode = ExitCode.Failed, details }: FailureInit) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.exitCode = exitCode;
    this.details = details;
  }
}

/** If the TLS connection failed, uses the code `tls_failed` and its hint. */
export function unreachable(
  url: string,
  error: unknown,
  messageFor: (reason: string) => string,
  init: FailureInit,
): Failure {
  const { reason, isTls, advice } = describeNetworkFailure(url, error);
  const hint = isTls ? advice : [init.hint, advice].filter(Boolean).join(" ");
  return new Failure(messageFor(reason), { ...init, hint, ...(isTls && { code: "tls_failed" }) });
}

export function misunderstood(message: string, hint?: string, code = "misunderstood"): Failure {
  return new Failure(message, { code, hint, exitCode: ExitCode.Misunderstood });
}

interface FailureData extends Omit<FailureInit, "exitCode"> {
  readonly message: string;
}

export function describeError(error: unknown): FailureData {
  if (error === null || typeof error !== "object")
    return { code: "unexpected", message: `The program failed: ${String(error)}` };
  const { code, message, hint, details } = error as { [key in keyof FailureData]?: unknown };
  const word = typeof code === "string" ? code : "unexpected";
  const given = typeof hint === "string" ? hint : undefined;
  const reason =
    typeof message === "string" && message !== "" ? message : "The program failed for an unknown reason.";
  const isOwn = error instanceof Failure;
  return {
    code: word,
    message: isOwn ? reason : withFlags(reason),
    hint: isOwn ? given : terminalHint(word, given),
    details: typeof details === "object" && details !== null ? { ...details } : undefined,
  };
}

export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof Failure ? error.exitCode : ExitCode.Failed;
}

export const playersHint =
  "Sign in with 'slashpass login --scope identify applications.commands.permissions.update' as a player with permission to edit them, or set SLASHPASS_ACCESS_TOKEN to that player's token.";

/** Replacements for the library's hints, which are written for game developers. */
const hints: Readonly<Record<string, string>> = {
  addon_unavailable:
    "Reinstall slashpass on this system; the package includes the addon. In a checkout of slashpass, run 'npm run build:native'.",
  browser_unavailable: "Open the address in any browser on this machine.",
  expired_token: "Try again to get a new code.",
  invalid_client:
    'Switch on "Public Client" for the application in the developer portal (OAuth2), or check SLASHPASS_CLIENT_SECRET.',
  invalid_snapshot:
    "Specify a file written by 'slashpass commands snapshot', and select its scope with --guild or --global.",
  keychain_absent:
    "Linux requires a D-Bus session and a Secret Service (gnome-keyring, KWallet) with a default collection.",
  keychain_denied: "Allow this program to use its keychain item, then try again.",
  keychain_locked: "Unlock the keychain, then try again.",
  keychain_timeout: "Respond to the keychain's dialog, which may be behind another window, then try again.",
  missing_credential:
    "Set SLASHPASS_BOT_TOKEN. Player operations require a player's token in SLASHPASS_ACCESS_TOKEN.",
  permission_loss: `${playersHint} If some guilds cannot be found, list them with --permissions-of. To erase the permissions, add --allow-permission-loss.`,
  plan_outdated: "Try again to create a new plan.",
  port_unavailable: "Choose another port with --port, or omit it to use any free port.",
  rate_limited: "Try again after that time.",
  scheme_taken:
    "Choose another scheme with --scheme, or take this one over with 'slashpass scheme register --replace'.",
  session_ended: "Sign in again with 'slashpass login'.",
  timeout: "Check the network connection and the service, then try again.",
  unauthorized_client: 'Switch on "Public Client" for the application in the developer portal (OAuth2).',
  would_empty_scope: "If this is intended, add --allow empty-scope.",
};

export function terminalHint(code: string, hint: string | undefined): string | undefined {
  return hints[code] ?? (hint === undefined ? undefined : withFlags(hint));
}

const terminalTexts: readonly (readonly [library: string, terminal: string])[] = [
  ["set allowUnknownFields: true", "add --allow-unknown-fields"],
  // The message names the fields, and the CLI does not show the error object.
  ["the fields named in fieldErrors", "these fields"],
  [" To let API clients wait longer, increase maxWaitMs.", ""],
  [" after retryAfter seconds", " later"],
  ["the credential has no botToken", "SLASHPASS_BOT_TOKEN is not set"],
  ["without a botToken", "without SLASHPASS_BOT_TOKEN"],
  ["the credential has no userToken", "SLASHPASS_ACCESS_TOKEN is not set"],
  ["the credential has only a userToken", "only SLASHPASS_ACCESS_TOKEN is set"],
  ["the client has no userToken", "SLASHPASS_ACCESS_TOKEN is not set"],
  [" in guildIds", " in --permissions-of"],
  [" of guildIds", " of --permissions-of"],
];

export function withFlags(words: string): string {
  return terminalTexts.reduce((text, [library, terminal]) => text.replaceAll(library, terminal), words);
}

import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { basename, join } from "node:path";
import { childEnvironment } from "../../core/child-environment.ts";
import { loadOnce } from "../../core/lazy.ts";
import type { PresenceProblem } from "../../presence/presence.ts";
import { detectEnvironments, type HostEnvironment } from "../../sign-in/browser/environment.ts";
import { type AddonOrigin, addonOrigin, setAddonPath } from "../../native/load.ts";
import { type SchemeName, parseScheme } from "../../sign-in/redirect/custom-scheme-name.ts";
import {
  type RedirectSchemeStatus,
  redirectSchemeStatus,
} from "../../sign-in/redirect/custom-scheme-registration.ts";
import { isKeychainLocked } from "../../store/secret-service/secret-service.ts";
import { type LoopbackAddress, parseLoopbackAddress } from "../../sign-in/options.ts";
import { callbackPath } from "../../sign-in/redirect/loopback-server.ts";
import { readService } from "../options.ts";
import type { Service } from "../../tokens/token-endpoint.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { checkedStore, type TokenStore } from "../../store/token-store.ts";
import { keychainRecords } from "../../store/keychain-records.ts";
import type { CheckedDiagnoseOptions } from "./options.ts";
import { ServiceAnswers } from "./service-answers.ts";

/** Facts about the machine, replaced in tests. Reading them never opens a window. */
export interface LocalMachine {
  /** Milliseconds since 1970. */
  now(): number;
  environments(): readonly HostEnvironment[];
  /** `undefined` if no browser was found; {@link unknownBrowser} if this cannot be determined. */
  browser(signal: AbortSignal): Promise<string | undefined>;
  addon(): AddonOrigin;
  schemeStatus(scheme: SchemeName): RedirectSchemeStatus;
  /** Whether using the keychain would show a dialog, as far as this can be determined in advance. */
  isKeychainLocked(signal: AbortSignal): Promise<boolean>;
  /** Returns `undefined` if the desktop client accepts activities. */
  tryPresence(applicationId: Snowflake, signal: AbortSignal): Promise<PresenceProblem | undefined>;
}

const loadPresence = loadOnce(() => import("../../presence/presence.ts"));

export const unknownBrowser = "unknown";

export const thisMachine: LocalMachine = {
  now: () => Date.now(),
  environments: () => detectEnvironments(),
  browser: (signal) =>
    findBrowser({ platform: process.platform, env: process.env, tool: "xdg-settings", signal }),
  addon: addonOrigin,
  schemeStatus: ({ applicationId, scheme }) => redirectSchemeStatus({ applicationId, scheme }),
  isKeychainLocked: async (signal) => process.platform === "linux" && isKeychainLocked(signal),
  tryPresence: async (applicationId, signal) => (await loadPresence()).tryPresence(applicationId, signal),
};

interface BrowserSetting {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly tool: string;
  readonly signal: AbortSignal;
}

/** The browsers that xdg-open tries, in order, if none is configured. */
const knownBrowsers =
  "x-www-browser:firefox:iceweasel:seamonkey:mozilla:epiphany:konqueror:chromium:chromium-browser:google-chrome";

/** Windows and macOS always have a default browser. On Linux, follows xdg-open's rules. */
export async function findBrowser({
  platform,
  env,
  tool,
  signal,
}: BrowserSetting): Promise<string | undefined> {
  if (platform === "win32" || platform === "darwin") return "the system default";
  const { BROWSER: wanted, DISPLAY: display, WAYLAND_DISPLAY: wayland } = env;
  const chosen = display || wayland ? await desktopChoice(tool, childEnvironment(env), signal) : undefined;
  if (chosen !== undefined && chosen !== unknownBrowser) return chosen;
  // Entries in BROWSER may include arguments.
  const programs = (wanted || knownBrowsers).split(":").map((line) => line.trim().replace(/ .*/, ""));
  const found = programs.find((program) => isInstalled(program, env["PATH"]));
  if (found === undefined) return wanted ? undefined : chosen;
  return `${basename(found)} (${wanted ? "set in BROWSER" : "no default is set"})`;
}

function desktopChoice(
  tool: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(tool, ["get", "default-web-browser"], { env, signal, timeout: 5_000 }, (error, stdout) => {
      const name = stdout.trim();
      if (name !== "") resolve(name);
      else resolve((error as NodeJS.ErrnoException | null)?.code === "ENOENT" ? unknownBrowser : undefined);
    });
  });
}

function isInstalled(program: string, path = ""): boolean {
  if (program === "") return false;
  const folders = program.includes("/") ? [""] : path.split(":").filter(Boolean);
  return folders.some((folder) => {
    try {
      accessSync(folder === "" ? program : join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

export interface CheckContext {
  readonly machine: LocalMachine;
  readonly applicationId: Snowflake;
  readonly scopes: string;
  readonly scheme: SchemeName;
  /** Whether the game configured the scheme. If so, it is tried first for redirects. */
  readonly namesScheme: boolean;
  readonly loopbackAddress: LoopbackAddress;
  readonly registeredUri: string;
  readonly store: TokenStore;
  readonly usesKeychain: boolean;
  readonly service: Service;
  readonly answers: ServiceAnswers;
  readonly botToken: string | undefined;
}

/** An arbitrary port, because this request never redirects. */
const somePort = 49_152;

export function createContext(options: CheckedDiagnoseOptions, machine: LocalMachine): CheckContext {
  const { applicationId, scopes, customSchemeParam, botToken, store, timeoutMs, signal, fetch } = options;
  const service = readService(options);
  const scheme = parseScheme({ applicationId, scheme: customSchemeParam });
  const namesScheme = customSchemeParam !== undefined;
  const loopbackAddress = parseLoopbackAddress(options.loopback ?? {});
  const custom = `${scheme.written}:/authorize/callback`;
  const loopback = (port: string): string => `http://${loopbackHost(loopbackAddress)}${port}${callbackPath}`;
  const redirectUri = namesScheme ? custom : loopback(`:${loopbackAddress.port || somePort}`);
  setAddonPath(options.addonPath);
  return {
    machine,
    applicationId,
    scopes,
    scheme,
    namesScheme,
    loopbackAddress,
    registeredUri: namesScheme ? custom : loopback(""),
    store: store ? checkedStore(store, withheld) : keychainRecords({}),
    usesKeychain: store === undefined,
    service,
    botToken,
    answers: new ServiceAnswers({
      service,
      applicationId,
      scopes,
      redirectUri,
      // Shorter than the check's timeout, so that the request's own timeout error is reported.
      timeoutMs: Math.ceil(timeoutMs * 0.9),
      signal,
      fetch,
    }),
  };
}

export function loopbackHost({ hosts: [host] }: LoopbackAddress): string {
  return host === "::1" ? "[::1]" : host;
}

/** Hides the details of a custom store's errors, because there is no redactor. */
function withheld(): string {
  return "(withheld)";
}

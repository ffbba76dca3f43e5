import { type CheckContext, createContext, type LocalMachine } from "../../src/client/diagnose/context.ts";
import type { DiagnoseOptions } from "../../src/client/diagnose/options.ts";
import { readDiagnoseOptions } from "../../src/client/diagnose/options.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { type FetchAnswer, scriptedFetch } from "./scripted-fetch.ts";
import type { RecordedRequest } from "./scripted-service.ts";

/** A machine without problems. */
export const goodMachine: LocalMachine = {
  now: () => Date.UTC(2026, 0, 1),
  environments: () => [],
  browser: () => Promise.resolve("firefox.desktop"),
  addon: () => ({ file: "/game/slashpass.node", reason: "next to the bundle" }),
  schemeStatus: () => ({ owner: "game.desktop", isOurs: true, isStale: false }),
  isKeychainLocked: () => Promise.resolve(false),
  tryPresence: () => Promise.resolve(undefined),
};

/** The service's responses for an application without problems. */
export const goodAnswers: Readonly<Record<string, FetchAnswer>> = {
  "/api/gateway": {
    body: { url: "wss://gateway.example" },
    headers: { date: "Thu, 01 Jan 2026 00:00:00 GMT" },
  },
  "/oauth2/authorize": {
    status: 302,
    headers: { location: "http://127.0.0.1:49152/callback?error=login_required" },
  },
  "/api/oauth2/token": { status: 400, body: { error: "invalid_grant" } },
  "/api/applications/@me": {
    body: { id: "123456789012345678", flags: 256, redirect_uris: ["http://127.0.0.1/callback"] },
  },
};

export const botToken = "bot-token-0123456789";

export interface Diagnosed {
  readonly machine?: Partial<LocalMachine>;
  readonly answers?: Readonly<Record<string, FetchAnswer | Error>>;
  readonly options?: Partial<DiagnoseOptions>;
}

/** Creates a check context from {@link goodMachine} and {@link goodAnswers}, with overrides. */
export function contextOf({ machine, answers, options }: Diagnosed = {}): {
  readonly context: CheckContext;
  readonly requests: RecordedRequest[];
} {
  const { fetch, requests } = scriptedFetch((recorded) => {
    const { pathname } = new URL(recorded.path, "https://service.example");
    const answer = { ...goodAnswers, ...answers }[pathname] ?? { status: 404 };
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const checked = readDiagnoseOptions(
    {
      applicationId: "123456789012345678",
      apiBase: "https://service.example/api",
      webBase: "https://service.example",
      store: memoryTokenStore(),
      fetch,
      ...options,
    },
    "options",
  );
  return { context: createContext(checked, { ...goodMachine, ...machine }), requests };
}

export const never = new AbortController().signal;

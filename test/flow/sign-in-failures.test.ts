import net from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import {
  type ClientOptions,
  Client,
  type ClientError,
  deliverRedirect,
  ErrorType,
  memoryTokenStore,
  playerMessage,
  type SignInOptions,
  type SubmitRedirect,
} from "../../src/index.ts";
import {
  type EmulatedDesktopClient,
  type Emulator,
  type EmulatorApplication,
  startEmulator,
} from "../../src/emulator/index.ts";
import { loadAddon } from "../../src/native/load.ts";
import { keychainError } from "../../src/store/keyring.ts";
import { temporaryFolder } from "../setup/temporary-folder.ts";
import { deliver, follow, visit } from "./fixtures/visit.js";
import { lookForDesktopClientsIn } from "../setup/fake-desktop-client.ts";

/** Every way a sign-in can fail, for each redirect method: when it fails, the code, and the messages. */
const golden = "../golden/sign-in-failures.txt";
const reports = new Map<Failure, string[]>();

const methods = ["loopback", "custom scheme", "pasted address", "another device", "desktop client"] as const;
type Method = (typeof methods)[number];

type Answer = "declines" | "agrees" | "does nothing";

interface Failure {
  readonly name: string;
  readonly answer?: Answer;
  readonly client?: ClientOptions;
  readonly signIn?: Partial<SignInOptions>;
  /** `before` runs before the sign-in, `onPrompted` when the player is prompted. */
  readonly before?: (attempt: Attempt) => void;
  readonly onPrompted?: (attempt: Attempt) => unknown;
  /** Methods for which only the timeout ends the sign-in. */
  readonly untilTimeout?: readonly Method[];
  /** Methods for which the failure cannot occur. */
  readonly never?: readonly Method[];
}

const byBrowser = ["loopback", "custom scheme", "pasted address"] as const;
const notByBrowser = ["another device", "desktop client"] as const;
const token = /\/oauth2\/token$/;
const unanswered = () => new Promise<Response>(() => undefined);

const failures: readonly Failure[] = [
  { name: "The player declines", answer: "declines" },
  { name: "The player does not respond", answer: "does nothing", untilTimeout: methods },
  { name: "The game aborts it", answer: "does nothing", onPrompted: ({ ending }) => ending.abort() },
  { name: "The game closes the client", answer: "does nothing", onPrompted: ({ client }) => client.close() },
  {
    name: "The game starts a second sign-in",
    answer: "does nothing",
    onPrompted: ({ client, fail }) => client.signIn({ scopes: "identify" }).catch(fail),
  },
  {
    name: "No browser starts",
    client: { openBrowser: () => Promise.reject(new Error("spawn xdg-open ENOENT")) },
    untilTimeout: ["pasted address"],
    never: notByBrowser,
  },
  {
    name: "The start link is opened twice",
    answer: "does nothing",
    onPrompted: async ({ link }) => {
      await visit(link);
      await visit(link);
    },
    never: notByBrowser,
  },
  {
    name: "No redirect can be received",
    before: ({ method }) => blockRedirects(method),
    never: notByBrowser,
  },
  { name: "No code can be shown", signIn: { onPrompt: undefined }, never: [...byBrowser, "desktop client"] },
  {
    name: "No desktop client runs",
    before: () => lookForDesktopClientsIn(temporaryFolder()),
    never: [...byBrowser, "another device"],
  },
  {
    name: "The desktop client exits during the prompt",
    before: () => (desktop.behavior = "closing"),
    never: [...byBrowser, "another device"],
  },
  { name: "There is no keychain", client: { store: absentStore() } },
  { name: "The application is unknown", client: { applicationId: "1234567890123456789" } },
  {
    name: "The redirect URI is not registered",
    before: ({ options }) => {
      options.applicationId = emulator.addApplication({ redirectUris: ["http://127.0.0.1/other"] }).id;
    },
    never: notByBrowser,
  },
  { name: "A scope is rejected", signIn: { scopes: "openid webhook.incoming" } },
  { name: "The application is not public", before: ({ options }) => (options.applicationId = secretive.id) },
  {
    name: "The service is unreachable",
    client: { fetch: () => Promise.reject(new Error("getaddrinfo ENOTFOUND")) },
  },
  {
    name: "The code exchange fails with a server error",
    before: () => emulator.faults.add({ path: token, answer: "server-error" }),
    untilTimeout: ["another device"],
  },
  {
    name: "The service rejects the code",
    before: () =>
      emulator.faults.add({ path: token, answer: { status: 400, body: { error: "invalid_grant" } } }),
  },
  {
    name: "The code has expired",
    before: () =>
      emulator.faults.add({ path: token, answer: { status: 400, body: { error: "expired_token" } } }),
    never: [...byBrowser, "desktop client"],
  },
  {
    name: "The code exchange gets no response",
    client: { fetch: (url, init) => (token.test(url) ? unanswered() : fetch(url, init)) },
    onPrompted: (attempt) => void runOut(attempt),
    untilTimeout: ["another device"],
  },
];

let emulator: Emulator;
let desktop: EmulatedDesktopClient;
let game: EmulatorApplication;
let secretive: EmulatorApplication;
const scheme = "com.example.lunar-rally";

beforeAll(async () => {
  emulator = await startEmulator({ desktopClient: {} });
  desktop = emulator.desktopClient as EmulatedDesktopClient;
  const redirectUris = ["http://127.0.0.1/callback", `${scheme}:/authorize/callback`];
  game = emulator.addApplication({ redirectUris });
  secretive = emulator.addApplication({ redirectUris, publicClient: false });
});
afterAll(() => emulator.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  desktop.behavior = "polite";
  lookForDesktopClientsIn(desktop.environment["XDG_RUNTIME_DIR"] ?? "");
  const addon = loadAddon();
  vi.spyOn(addon, "redirectSchemeStatus").mockReturnValue({ owner: "ours", ours: true, stale: false });
  vi.spyOn(addon, "openHandOver").mockReturnValue(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  emulator.faults.clear();
});

/** The sign-in for one cell of the table. */
interface Attempt {
  readonly method: Method;
  readonly client: Client;
  readonly options: { -readonly [Name in keyof ClientOptions]: ClientOptions[Name] };
  readonly ending: AbortController;
  readonly link: string;
  readonly exchanged: Promise<void>;
  readonly pass: (ms: number) => void;
  readonly fail: (error: unknown) => void;
}

const cells = failures.flatMap((failure) =>
  methods
    .filter((method) => !failure.never?.includes(method))
    .map((method) => [failure.name, method, failure] as const),
);

it.each(cells)(
  "ends the sign-in once it can no longer succeed: %s (method: %s)",
  async (_name, method, failure) => {
    reports.set(failure, [...(reports.get(failure) ?? []), `  ${method}: ${await endOf(method, failure)}`]);
  },
);

it("matches the recorded times, codes, hints and messages (update with vitest -u)", async () => {
  const all = [...reports].map(([{ name }, ends]) => `${name}\n${ends.join("")}`);
  expect(all).toHaveLength(failures.length);
  await expect(all.join("\n")).toMatchFileSnapshot(golden);
});

async function endOf(method: Method, failure: Failure): Promise<string> {
  const { answer = "agrees" } = failure;
  const started = Date.now();
  let isOver = false;
  const pass = (ms: number): void => void setImmediate(() => isOver || vi.advanceTimersByTime(ms));
  let exchange = (): void => undefined;
  const exchanged = new Promise<void>((resolve) => (exchange = resolve));
  let endAnswer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (endAnswer = resolve));
  let failOutside: (error: unknown) => void = () => undefined;
  const outside = new Promise<never>((_resolve, reject) => (failOutside = reject));
  desktop.answer = answer === "declines" ? "deny" : answer === "agrees" ? "accept" : "ask";
  const options: ClientOptions = {
    ...emulator.clientOptions(game),
    store: memoryTokenStore(),
    ...failure.client,
  };
  const ending = new AbortController();
  const state = {
    method,
    options,
    ending,
    pass,
    exchanged,
    fail: (error: unknown) => failOutside(error),
    link: "",
  } as {
    -readonly [Name in keyof Attempt]: Attempt[Name];
  };
  failure.before?.(state);
  const sending = options.fetch ?? fetch;
  const client = new Client({
    ...options,
    openBrowser: async (link) => {
      state.link = link;
      await prompted();
      await failure.client?.openBrowser?.(link);
      if (answer !== "does nothing") await comeBack(method, await follow(link), answer);
    },
    fetch: async (url, init) => {
      if (!token.test(url)) return sending(url, init);
      exchange();
      const response = await sending(url, init);
      const read = new Response(await response.text(), response);
      void turns(20).then(endAnswer);
      return read;
    },
  });
  state.client = client;
  const endsByTime = failure.untilTimeout?.includes(method) ?? false;
  const prompted = async (): Promise<void> => {
    await failure.onPrompted?.(state);
    if (endsByTime && method !== "another device") pass(300_000);
  };
  let submit: SubmitRedirect | undefined;
  pasted = (text) => submit?.(text);
  const signIn = client.signIn({
    scopes: "openid identify",
    ...(method !== "desktop client" && { redirect: redirects[method] }),
    ...(method === "custom scheme" && { customSchemeParam: scheme }),
    timeoutMs: 300_000,
    signal: ending.signal,
    ...(method === "pasted address" && { onManualRedirect: (given: SubmitRedirect) => (submit = given) }),
    ...(method === "desktop client" && { consent: "desktop-client", onConsent: () => void prompted() }),
    onPrompt: ({ verificationUriComplete }) => {
      const decide = async (): Promise<void> => {
        await prompted();
        const player = emulator.player("Ada", { application: game });
        if (answer !== "does nothing")
          await player.browser({ answer: answer === "declines" ? "deny" : "accept" })(
            verificationUriComplete ?? "",
          );
        pass(5_000);
        if (endsByTime) void answered.then(() => pass(295_000));
      };
      void decide();
    },
    ...failure.signIn,
  });
  const error = await Promise.race([signIn, outside]).then(
    () => expect.unreachable(`${failure.name}: ${method}`),
    (reason: unknown) => reason as ClientError,
  );
  isOver = true;
  const passed = (Date.now() - started) / 1000;
  signIn.catch(() => undefined);
  await client.close();
  return described(error, passed);
}

const redirects = {
  loopback: "loopback",
  "custom scheme": "custom-scheme",
  "pasted address": "loopback",
  "another device": "device",
} as const;

let pasted: (text: string) => unknown = () => undefined;

/** Redirects the player back to the game, as the service's page does. */
async function comeBack(method: Method, authorizeUrl: string, answer: Answer): Promise<void> {
  const { searchParams } = new URL(authorizeUrl);
  const outcome =
    answer === "agrees"
      ? { code: "a-code-of-nobody" }
      : {
          error: "access_denied",
          error_description: "The resource owner or authorization server denied the request",
        };
  const answered = new URLSearchParams({ ...outcome, state: searchParams.get("state") ?? "" });
  const redirect = `${searchParams.get("redirect_uri")}?${answered.toString()}`;
  if (method === "loopback") await deliver(redirect);
  if (method === "custom scheme") deliverRedirect(redirect);
  if (method === "pasted address") pasted(redirect);
}

async function described(error: ClientError, passed: number): Promise<string> {
  const { type, code, message, hint = "" } = error;
  const kind = Object.entries(ErrorType).find(([, number]) => number === type)?.[0] ?? "";
  const player = await playerMessage(error, "en");
  const rows = [
    `${passed === 0 ? "at once" : `after ${passed} s`}, ${code} (${kind})`,
    `    message: ${message}`,
    `    hint:    ${hint}`,
    `    player:  ${player}`,
  ];
  return `${rows.join("\n")}\n`
    .replaceAll(/(127\.0\.0\.1|\[::1\]):\d+/g, "$1:PORT")
    .replaceAll(/\b\d{17,20}\b/g, "APPLICATION")
    .replaceAll(/(?:\/[\w.-]+)+\/discord-ipc-0/g, "…/discord-ipc-0");
}

/** Exceeds the request's timeout and then, when signing in on another device, the player's timeout too. */
async function runOut({ method, exchanged, pass }: Attempt): Promise<void> {
  await exchanged;
  pass(30_000);
  await turns(20);
  if (method === "another device") pass(265_000);
}

/** Waits for `count` event loop turns, during which responses are read. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function blockRedirects(method: Method): void {
  if (method === "custom scheme") {
    vi.spyOn(loadAddon(), "redirectSchemeStatus").mockImplementationOnce(() => {
      throw Object.assign(new Error(`The scheme "${scheme}" belongs to other-game.desktop.`), {
        code: "scheme_taken",
      });
    });
    return;
  }
  vi.spyOn(net.Server.prototype, "listen").mockImplementation(function (this: net.Server) {
    process.nextTick(() => this.emit("error", Object.assign(new Error("no"), { code: "EADDRNOTAVAIL" })));
    return this;
  });
}

function absentStore(): ReturnType<typeof memoryTokenStore> {
  const absent = () =>
    Promise.reject(
      keychainError("Testing the keychain", "The name org.freedesktop.secrets was not provided."),
    );
  return { ...memoryTokenStore(), probe: absent };
}

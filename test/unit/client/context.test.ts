import { afterEach, describe, expect, it, vi } from "vitest";
import { ClientContext, loggedFetch, PendingCalls } from "../../../src/client/context.ts";
import { OpenConnection } from "../../../src/client/open-connection.ts";
import type { CheckedClientOptions } from "../../../src/client/options.ts";
import { send } from "../../../src/core/request/send.ts";
import { LoggingSeverity } from "../../../src/log/logger.ts";
import { checkAuthorization, AuthorizationArgs } from "../../../src/sign-in/arguments.ts";
import type { PageOption } from "../../../src/sign-in/page/page-appearance.ts";

afterEach(() => vi.restoreAllMocks());

describe("ClientContext", () => {
  it("uses the service and the global fetch by default", async () => {
    const fetchSpy = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 204 }));
    const { service, fetch } = new ClientContext({});
    expect(service).toMatchObject({ issuer: "https://discord.com", apiBase: "https://discord.com/api/v10" });
    await fetch("https://discord.com/api/v10/users/@me", {});
    expect(fetchSpy).toHaveBeenCalledOnce();
  });

  it("uses the base URLs and fetch from the options", async () => {
    const own = vi.fn(() => Promise.resolve(new Response(null, { status: 200 })));
    const bases = { apiBase: "http://127.0.0.1:1/api", webBase: "http://127.0.0.1:1" };
    const { service, open } = new ClientContext({ ...bases, fetch: own });
    expect(service).toMatchObject({ issuer: bases.webBase, insecure: true });
    const { backend } = await open();
    await backend.revokeToken({ applicationId: "5", token: "a-token-of-the-player" });
    expect(own).toHaveBeenCalledExactlyOnceWith(`${bases.apiBase}/oauth2/token/revoke`, expect.anything());
  });

  it("opens and closes the connection only once", async () => {
    const context = new ClientContext({});
    const opened = await context.open();
    expect(await context.open()).toBe(opened);
    const ended = vi.spyOn(opened, "close");
    await context.close();
    expect(ended).toHaveBeenCalledOnce();
  });

  it("can be closed and opened again after opening fails", async () => {
    const context = new ClientContext({ loopback: { port: -1 } });
    const failed = context.open();
    await expect(failed).rejects.toMatchObject({ code: "invalid_port" });
    await expect(context.close()).resolves.toBeUndefined();
    const again = context.open();
    expect(again).not.toBe(failed);
    await expect(again).rejects.toMatchObject({ code: "invalid_port" });
  });

  it("validates a custom page before using it", () => {
    const page = (() => undefined) as unknown as PageOption;
    expect(() => new ClientContext({ page })).toThrow(expect.objectContaining({ code: "invalid_page" }));
  });
});

it("logs each request, even a failed one, but omits path segments that could be secret", async () => {
  const log = vi.fn();
  const request = { operation: "Asking", method: "POST", body: "code=s3cret", timeoutMs: 1_000 } as const;
  const responding = loggedFetch(() => Promise.resolve(new Response("s3cret", { status: 404 })), log);
  await send("https://a.example/users/s3cret?code=s3cret", { ...request, fetch: responding });
  const failing = loggedFetch(() => Promise.reject(new TypeError("fetch failed")), log);
  const failed = send("https://a.example/users", { ...request, fetch: failing });
  await expect(failed).rejects.toMatchObject({ code: "network_error" });
  expect(log.mock.calls).toEqual(
    [
      /^POST a\.example\/users\/\[hidden\] 404 in \d+ ms: Asking$/,
      /^POST a\.example\/users network_error in \d+ ms: Asking$/,
    ].map((line) => [LoggingSeverity.Verbose, "http", expect.stringMatching(line)]),
  );
});

describe("OpenConnection", () => {
  const authorization = checkAuthorization(AuthorizationArgs.from({ scopes: "openid" }), () => "1");
  const firstMethod = (options: CheckedClientOptions) => {
    const { service, fetch, secrets, log } = new ClientContext({});
    const context = { service, fetch, secrets, log, requestTimeoutMs: () => 1, application: () => "1" };
    const connection = new OpenConnection(options, context);
    return () => connection.chooseRedirect("auto", authorization)[0];
  };

  it("assumes that a browser can be shown if the game opens the browser", () => {
    vi.stubEnv("XDG_CURRENT_DESKTOP", "gamescope");
    expect(firstMethod({ openBrowser: () => undefined })()).toBe("loopback");
    vi.unstubAllEnvs();
  });

  it("checks whether a browser can be shown each time it chooses a redirect", () => {
    const choose = firstMethod({});
    vi.stubEnv("XDG_CURRENT_DESKTOP", "gamescope");
    expect(choose()).toBe("device");
    vi.unstubAllEnvs();
  });
});

const name = "The authorization";
const never = () => new Promise<never>(() => undefined);
const aborted = { type: 7, code: "aborted" };

describe("PendingCalls.run", () => {
  it("settles with the work's result", async () => {
    const inFlight = new PendingCalls(() => undefined);
    expect(await inFlight.run({ name }, () => Promise.resolve(7))).toBe(7);
    await expect(inFlight.run({ name }, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  });

  it("rejects when the caller, the group or the client aborts the work, even if the work never settles", async () => {
    const inFlight = new PendingCalls(() => undefined);
    const stop = new AbortController();
    const byCaller = inFlight.run({ name, signal: stop.signal }, never);
    const byGroup = inFlight.run({ name, group: "device" }, never);
    const byEnd = inFlight.run({ name, group: "authorization" }, never);
    let isOver = false;
    byEnd.catch(() => undefined).finally(() => (isOver = true));
    stop.abort();
    await expect(byCaller).rejects.toMatchObject(aborted);
    inFlight.abort("device");
    await expect(byGroup).rejects.toMatchObject(aborted);
    expect(isOver).toBe(false);
    inFlight.close();
    await expect(byEnd).rejects.toMatchObject(aborted);
  });

  it("does not start the work if the signal is already aborted or the client is closed", async () => {
    const inFlight = new PendingCalls(() => undefined);
    const work = () => expect.unreachable("it may not start");
    await expect(inFlight.run({ name, signal: AbortSignal.abort() }, work)).rejects.toMatchObject(aborted);
    inFlight.close();
    await expect(inFlight.run({ name }, work)).rejects.toMatchObject({ type: 5, code: "client_closed" });
  });
});

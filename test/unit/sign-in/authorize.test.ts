import net from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AuthorizeOptions } from "../../../src/sign-in/options.ts";
import { Client } from "../../../src/client.ts";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { LoggingSeverity } from "../../../src/log/logger.ts";
import type { ClientOptions } from "../../../src/client/options.ts";
import { type Emulator, startEmulator } from "../../../src/emulator/index.ts";
import type { SubmitRedirect } from "../../../src/sign-in/redirect/manual.ts";
import type { IgnoredReason } from "../../../src/sign-in/redirect/receiver.ts";
import { memoryTokenStore } from "../../../src/store/token-store.ts";
import { follow, visit, deliver, visitOnce } from "../../flow/fixtures/visit.js";
import { freePort } from "../../setup/free-port.js";

const applicationId = "1234567890123456789";
const scopes = "openid identify";
let clients: Client[];
let emulator: Emulator | undefined;

beforeEach(() => {
  clients = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const client of clients) await client.close();
  await emulator?.close();
  emulator = undefined;
});

function createClient(options: ClientOptions = {}): Client {
  const client = new Client({
    applicationId,
    openBrowser: () => undefined,
    store: memoryTokenStore(),
    ...options,
  });
  clients.push(client);
  return client;
}

/** Creates a client for a local emulator whose player accepts. */
async function createEmulatedClient(options: ClientOptions = {}): Promise<Client> {
  emulator = await startEmulator();
  const { apiBase, webBase, application } = emulator;
  const openBrowser = emulator.player().browser();
  return createClient({ applicationId: application.id, apiBase, webBase, openBrowser, ...options });
}

/** Starts an authorization that waits for its redirect. */
async function start(
  client: Client,
  options: AuthorizeOptions = {},
  args: { state?: string; nonce?: string } = {},
) {
  let authorizeUrl = "";
  const ignored: IgnoredReason[] = [];
  const answer = client.Authorize(
    { scopes, ...args },
    {
      onAuthorizeUrl: (url) => (authorizeUrl = url),
      onIgnoredRedirect: (reason) => ignored.push(reason),
      ...options,
    },
  );
  answer.catch(() => undefined);
  await expect.poll(() => authorizeUrl).not.toBe("");
  const { searchParams } = new URL(authorizeUrl);
  const [redirectUri = "", state = ""] = ["redirect_uri", "state"].map(
    (name) => searchParams.get(name) ?? "",
  );
  // If there is a code, the page waits for the exchange, so the request is not awaited.
  const comeBack = (parameters: Record<string, string>) =>
    (parameters["state"] === state && "code" in parameters ? deliver : visit)(
      `${redirectUri}?${new URLSearchParams(parameters).toString()}`,
    );
  return { answer, authorizeUrl, ignored, redirectUri, state, comeBack };
}

describe("authorization request", () => {
  it("#1 #2 #7 requests a code with an S256 challenge and a new state", async () => {
    const { authorizeUrl } = await start(createClient());
    const parameters = Object.fromEntries(new URL(authorizeUrl).searchParams);
    expect(parameters).toEqual({
      client_id: applicationId,
      scope: scopes,
      response_type: "code",
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
  });

  it("#8 sends the caller's state byte for byte", async () => {
    const { answer, state, comeBack } = await start(createClient(), {}, { state: "a b+c&d=é/?#%" });
    expect(state).toBe("a b+c&d=é/?#%");
    await comeBack({ code: "c0de", state });
    expect((await answer).code).toBe("c0de");
  });

  it.each(["http://service.example", "ftp://service.example", "http://192.0.2.1"])(
    "#11 rejects endpoints at %s because they do not use https",
    (base) => {
      expect(() => createClient({ webBase: base })).toThrow(
        expect.objectContaining({ code: "invalid_base_url" }),
      );
      expect(() => createClient({ apiBase: base })).toThrow(
        expect.objectContaining({ code: "invalid_base_url" }),
      );
    },
  );

  it("#21 opens the browser only after the port is bound", async () => {
    const bound: boolean[] = [];
    const client = createClient({
      openBrowser: async (url) => {
        const port = Number(new URL(new URL(await follow(url)).searchParams.get("redirect_uri") ?? "").port);
        const socket = net.connect(port, "127.0.0.1");
        bound.push(await new Promise((resolve) => socket.once("connect", () => resolve(true))));
        socket.destroy();
      },
    });
    await start(client);
    await expect.poll(() => bound).toEqual([true]);
  });
});

describe("authorization response", () => {
  it("#31 #38 accepts a code or an error only with the right state", async () => {
    const { answer, comeBack, ignored, state } = await start(createClient());
    expect((await comeBack({ code: "evil" })).status).toBe(400);
    expect((await comeBack({ code: "evil", state: "wrong" })).status).toBe(400);
    expect((await comeBack({ error: "access_denied", state: "wrong" })).status).toBe(400);
    expect((await comeBack({ error: "access_denied" })).status).toBe(400);
    expect(ignored).toEqual(["missing_state", "wrong_state", "wrong_state", "missing_state"]);
    expect((await comeBack({ code: "good", state })).status).toBe(303);
    expect((await answer).code).toBe("good");
  });

  it("#34 #18 accepts only the first code and closes the port when the client closes", async () => {
    const fetch = () => Promise.resolve(Response.json({ error: "invalid_grant" }, { status: 400 }));
    const client = createClient({ fetch });
    const { answer, comeBack, redirectUri, state } = await start(client);
    await comeBack({ code: "c0de", state });
    const { code, codeVerifier } = await answer;
    const again = visitOnce(`${redirectUri}?code=c0de&state=${state}`);
    expect(await again).toMatchObject({ status: 303, location: redirectUri.replace("/callback", "/done") });
    const exchange = client.GetToken(applicationId, code, codeVerifier?.Verifier() ?? "", redirectUri);
    await expect(exchange).rejects.toMatchObject({ code: "invalid_grant" });
    expect((await visit(redirectUri.replace("/callback", "/done"))).status).toBe(200);
    await client.close();
    await expect(comeBack({ code: "c0de", state })).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("#37 rejects with a typed error and shows a page if the player declines", async () => {
    const { answer, comeBack, state } = await start(createClient());
    const { page } = await comeBack({ error: "access_denied", error_description: "<b>No</b>", state });
    expect(page).toContain("Sign-in cancelled");
    expect(page).not.toContain("<b>");
    await expect(answer).rejects.toMatchObject({ type: 7, code: "access_denied", retryable: false });
  });

  it("#37 #46 rejects with a typed error and does not show the service's message if the service refuses", async () => {
    const { answer, comeBack, state } = await start(createClient());
    const { page } = await comeBack({ error: "invalid_scope", error_description: "<b>Bad</b>", state });
    expect(page).toContain("Sign-in failed");
    expect(page).not.toMatch(/Bad|invalid_scope/);
    await expect(answer).rejects.toMatchObject({
      type: 8,
      code: "invalid_scope",
      hint: expect.stringContaining(scopes),
    });
  });

  it("shows the cause and the fix on the page if the client has custom base URLs, even for an old link", async () => {
    const client = createClient({
      webBase: "http://127.0.0.1:9",
      apiBase: "http://127.0.0.1:9",
    });
    const { answer, comeBack, state } = await start(client, { preflight: false });
    for (const [parameters, advice] of [
      [{ code: "c0de", state: "wrong" }, "It is probably from an older tab."],
      [{ code: "c0de" }, "Configure the authorization server to return the request"],
    ] as const)
      expect((await comeBack(parameters)).page).toContain(advice);
    const said = { error: "invalid_scope", error_description: "<b>Bad</b>", state };
    const { page } = await comeBack(said);
    expect(page).toContain("invalid_scope: &#60;b&#62;Bad&#60;/b&#62;");
    expect(page).toContain("Requested:");
    await expect(answer).rejects.toMatchObject({ code: "invalid_scope" });
  });

  it("#39 #40 expects the issuer of its own service, independently of other clients", async () => {
    const startAt = (base: string) =>
      start(createClient({ apiBase: base, webBase: base }), { preflight: false });
    const [one, two] = [await startAt("https://one.example"), await startAt("https://two.example")];
    expect(one.authorizeUrl).toMatch(/^https:\/\/one\.example\//);
    expect(two.authorizeUrl).toMatch(/^https:\/\/two\.example\//);
    await one.comeBack({ code: "c0de", state: one.state, iss: "https://two.example" });
    await expect(one.answer).rejects.toMatchObject({ code: "issuer_mismatch" });
    await two.comeBack({ code: "c0de", state: two.state, iss: "https://two.example" });
    expect((await two.answer).code).toBe("c0de");
  });

  it("#41 accepts the ID token's nonce only once", async () => {
    const client = await createEmulatedClient();
    const id = emulator?.application.id ?? "";
    const first = await client.Authorize({ scopes, nonce: "a nonce of mine" });
    const verifier = first.codeVerifier?.Verifier() ?? "";
    await client.GetToken(id, first.code, verifier, first.redirectUri);

    for (const [sent, answered] of [
      ["mine", "mine"],
      ["mine", "another"],
    ] as const) {
      const token = { access_token: "an access token", token_type: "Bearer", id_token: idToken(answered) };
      const checking = createClient({ fetch: () => Promise.resolve(Response.json(token)) });
      const { answer, comeBack, state } = await start(checking, {}, { nonce: sent });
      await comeBack({ code: "c0de", state });
      const { code, redirectUri, codeVerifier } = await answer;
      const exchange = () =>
        checking.GetToken(applicationId, code, codeVerifier?.Verifier() ?? "", redirectUri);
      if (sent === answered)
        expect(await exchange()).toMatchObject({ accessToken: "an access token", scopes });
      else await expect(exchange()).rejects.toMatchObject({ code: "invalid_response" });
      // The nonce has been used, so the same ID token is not accepted again.
      await expect(exchange()).rejects.toMatchObject({ code: "invalid_response" });
    }
  });

  it("lets another client exchange the code and checks the nonce if the client passes one", async () => {
    const client = await createEmulatedClient();
    const id = emulator?.application.id ?? "";
    const { apiBase, webBase } = emulator ?? {};
    const elsewhere = createClient({ applicationId: id, apiBase, webBase });
    const exchange = async (options: { nonce?: string }) => {
      const { code, codeVerifier, redirectUri } = await client.Authorize({
        scopes,
        nonce: "a nonce of mine",
      });
      return elsewhere.GetToken(id, code, codeVerifier?.Verifier() ?? "", redirectUri, options);
    };
    expect((await exchange({})).claims).toMatchObject({ nonce: "a nonce of mine" });
    expect((await exchange({ nonce: "a nonce of mine" })).idToken).toMatch(/^[^.]+\.[^.]+\.[^.]+$/);
    await expect(exchange({ nonce: "another" })).rejects.toMatchObject({
      code: "invalid_response",
      message: expect.stringContaining("whose nonce does not match") as unknown,
    });
  });

  it("#42 checks a pasted redirect URL by the same rules", async () => {
    let submit: SubmitRedirect = () => "not_waiting";
    const { answer, ignored, redirectUri, state } = await start(createClient(), {
      onManualRedirect: (take) => (submit = take),
    });
    expect(submit(`${redirectUri}?code=evil&state=wrong`)).toBe("wrong_state");
    expect(submit("c0de")).toBe("not_a_redirect");
    expect(ignored).toEqual(["wrong_state", "not_a_redirect"]);
    expect(submit(`${redirectUri}?code=good&state=${state}`)).toBe("accepted");
    expect((await answer).code).toBe("good");
    await expect(visit(`${redirectUri}?code=good&state=${state}`)).rejects.toMatchObject({
      code: "ECONNREFUSED",
    });
  });

  it("#43 routes each redirect to its own attempt and keeps other attempts waiting when one ends", async () => {
    const client = createClient();
    const stop = new AbortController();
    const [one, two, three] = await Promise.all([
      start(client),
      start(client, { signal: stop.signal }),
      start(client),
    ]);
    stop.abort();
    await expect(two.answer).rejects.toMatchObject({ code: "aborted" });
    await three.comeBack({ code: "evil", state: one.state });
    await three.comeBack({ code: "three", state: three.state });
    await one.comeBack({ code: "one", state: one.state });
    expect([(await one.answer).code, (await three.answer).code]).toEqual(["one", "three"]);
    expect(three.ignored).toEqual(["wrong_state"]);
  });

  it.each([
    ["fails", { error: "invalid_grant" }, 400, "Sign-in failed"],
    ["succeeds", { access_token: "an access token", token_type: "Bearer" }, 200, "You are signed in"],
  ])("#47 shows the right page if the exchange %s", async (_how, body, status, title) => {
    const client = createClient({ fetch: () => Promise.resolve(Response.json(body, { status })) });
    const { answer, redirectUri, state } = await start(client);
    const page = visit(`${redirectUri}?code=c0de&state=${state}`);
    const { code, codeVerifier } = await answer;
    const exchange = client.GetToken(applicationId, code, codeVerifier?.Verifier() ?? "", redirectUri);
    const [printed] = await Promise.all([page, exchange.catch(() => undefined)]);
    expect(printed.page).toContain(`<h1>${title}</h1>`);
  });
});

describe("abort and timeout", () => {
  it("#77 rejects if aborted by AbortSignal before the start or by AbortAuthorize while waiting", async () => {
    const client = createClient();
    const over = client.Authorize({ scopes }, { signal: AbortSignal.abort() });
    await expect(over).rejects.toMatchObject({ type: 7, code: "aborted" });
    const { answer, comeBack, state } = await start(client);
    client.AbortAuthorize();
    await expect(answer).rejects.toMatchObject({ type: 7, code: "aborted" });
    await expect(comeBack({ code: "c0de", state })).rejects.toMatchObject({ code: "ECONNREFUSED" });
    client.AbortAuthorize();
    expect(await start(client)).toHaveProperty("redirectUri");
  });

  it("#77 can be aborted while the listener opens or the browser starts", async () => {
    const client = createClient({ openBrowser: () => new Promise(() => undefined) });
    const opening = client.Authorize({ scopes });
    client.AbortAuthorize();
    await expect(opening).rejects.toMatchObject({ code: "aborted" });
    const { answer } = await start(client);
    client.AbortAuthorize();
    await expect(answer).rejects.toMatchObject({ code: "aborted" });
  });

  it("#77 can be aborted during the exchange and ignores a later abort", async () => {
    const stop = new AbortController();
    const client = await createEmulatedClient({
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener("abort", () => reject(new Error("the request was ended")));
          stop.abort();
        }),
    });
    await expect(client.signIn({ scopes, signal: stop.signal })).rejects.toMatchObject({ code: "aborted" });
    stop.abort();
    client.AbortAuthorize();
  });

  it("#78 times out after five minutes by default and rejects with a retryable typed error", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const client = createClient();
    let answer: Promise<unknown> = Promise.resolve();
    const url = await new Promise<string>((resolve) => {
      answer = client.Authorize({ scopes }, { onAuthorizeUrl: resolve });
      answer.catch(() => undefined);
    });
    vi.advanceTimersByTime(299_999);
    const { searchParams } = new URL(url);
    const redirectUri = searchParams.get("redirect_uri") ?? "";
    expect((await visit(`${redirectUri}?state=wrong`)).status).toBe(400);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await expect(answer).rejects.toMatchObject({ type: 8, code: "timeout", retryable: true });
    await expect(visit(redirectUri)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("#78 suggests a scope's correct spelling on a timeout, because the service may report the error only to the player", async () => {
    const client = createClient({ openBrowser: (url) => void visit(url) });
    const signIn = client.Authorize({ scopes: "identfy" }, { timeoutMs: 500 });
    await expect(signIn).rejects.toMatchObject({
      code: "timeout",
      hint: expect.stringContaining("identfy is not a known scope. Did you mean identify?"),
    });
  });

  it("#78 reports that the timeout expired before the player was prompted", async () => {
    const client = await createEmulatedClient({
      fetch: () => {
        setImmediate(() => vi.advanceTimersByTime(20_000));
        return new Promise(() => undefined);
      },
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answer = client.Authorize({ scopes }, { preflight: true, timeoutMs: 20_000 });
    await expect(answer.finally(() => vi.useRealTimers())).rejects.toMatchObject({
      code: "timeout",
      hint: expect.stringMatching(/^The timeout expired before the player was prompted\. Increase timeoutMs/),
    });
  });

  it("#80 continues if the browser cannot start, because the game already has the URL", async () => {
    const order: string[] = [];
    const client = createClient({
      openBrowser: () => {
        order.push("browser");
        return Promise.reject(new Error("there is none"));
      },
    });
    const { answer, comeBack, state } = await start(client, {
      onConsent: () => order.push("consent"),
      onManualRedirect: () => order.push("paste"),
    });
    expect(order).toEqual(["consent", "browser", "paste"]);
    await comeBack({ code: "c0de", state });
    expect((await answer).code).toBe("c0de");
  });

  it.each([
    ["Install one.", "There is no browser. Install one."],
    [undefined, "There is no browser."],
  ])("#80 logs the reason and the fix if a browser does not start (%s)", async (hint, logged) => {
    const lines: string[] = [];
    const client = createClient({
      openBrowser: () => {
        throw new ClientError({
          type: ErrorType.Disabled,
          code: "browser_unavailable",
          message: "There is no browser.",
          hint,
        });
      },
    });
    client.AddLogCallback((line) => lines.push(line), LoggingSeverity.Warning);
    const { answer, comeBack, state } = await start(client);
    await expect.poll(() => lines.join("\n")).toContain(logged);
    await comeBack({ code: "c0de", state });
    await answer;
  });
});

describe("browser start", () => {
  it("opens an opaque link that redirects only once to the authorize URL", async () => {
    let started = "";
    const client = createClient({ openBrowser: (url) => void (started = url) });
    const { answer, authorizeUrl, state } = await start(client);
    await expect.poll(() => started).not.toBe("");
    const { searchParams } = new URL(authorizeUrl);
    for (const value of [state, searchParams.get("code_challenge") ?? ""]) {
      expect(value).not.toBe("");
      expect(started).not.toContain(value);
    }
    expect(await follow(started)).toBe(authorizeUrl);
    await visit(started);
    await expect(answer).rejects.toMatchObject({ type: 8, code: "start_link_reused" });
  });

  it("is skipped if no link can be opened, so the attempt needs a callback for the URL", async () => {
    const started: string[] = [];
    const client = createClient({ openBrowser: (url) => void started.push(url) });
    // oxlint-disable-next-line typescript/unbound-method -- called with the server as `this`
    const { listen } = net.Server.prototype;
    const allowOnly = (listeners: number) =>
      vi.spyOn(net.Server.prototype, "listen").mockImplementation(function (this: net.Server, ...args) {
        listeners -= 1;
        if (listeners >= 0) return Reflect.apply(listen, this, args);
        const error = Object.assign(new Error("no"), { code: "EADDRNOTAVAIL" });
        process.nextTick(() => this.emit("error", error));
        return this;
      });
    allowOnly(1);
    const { answer, comeBack, state } = await start(client);
    await comeBack({ code: "c0de", state });
    expect((await answer).code).toBe("c0de");
    allowOnly(1);
    await expect(client.Authorize({ scopes })).rejects.toMatchObject({
      type: 4,
      code: "loopback_unavailable",
    });
    expect(started).toEqual([]);
  });
});

describe("redirect option", () => {
  it("#16 listens on the configured port and shows the configured page", async () => {
    const port = await freePort();
    const client = createClient({ loopback: { port }, page: { title: "Lunar Rally" } });
    const { answer, redirectUri, state } = await start(client);
    expect(redirectUri).toBe(`http://127.0.0.1:${port}/callback`);
    const visited = visit(`${redirectUri}?code=c0de&state=${state}`);
    await answer;
    await client.close();
    expect((await visited).page).toContain("Return to Lunar Rally");
  });
});

/** Returns an ID token in the service's format with the given nonce. */
function idToken(nonce: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: "https://discord.com", aud: applicationId, sub: "1", iat: now, exp: now + 60, nonce };
  return `${part({ alg: "RS256" })}.${part(claims)}.${part("signature")}`;
}

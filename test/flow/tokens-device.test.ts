import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Client } from "../../src/client.ts";
import { loadOidcProvider } from "../../src/emulator/oauth/oidc-provider.ts";
import type { Fetch } from "../../src/core/request/fetch.ts";
import type { DevicePrompt } from "../../src/tokens/device.ts";
import type { TokenResult } from "../../src/tokens/token-set.ts";
import { AuthorizationTokenType } from "../../src/tokens/token-type.ts";

const applicationId = "1234567890123456789";

interface DeviceCode {
  accountId?: string;
  grantId?: string;
  scope?: string;
  error?: string;
  save(): Promise<void>;
}

/** The parts of oidc-provider that these tests use; the package has no types. */
interface Provider {
  readonly DeviceCode: { findByUserCode(code: string): Promise<DeviceCode | undefined> };
  readonly Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
  callback(): (request: unknown, response: unknown) => Promise<void>;
}

async function createProvider(issuer: string): Promise<Provider> {
  const module = await loadOidcProvider();
  return new module.Provider(issuer, {
    clients: [
      {
        client_id: applicationId,
        token_endpoint_auth_method: "none",
        grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
        response_types: [],
        redirect_uris: [],
      },
    ],
    routes: { token: "/api/oauth2/token", device_authorization: "/api/oauth2/device/authorize" },
    features: { deviceFlow: { enabled: true }, devInteractions: { enabled: false } },
    scopes: ["openid", "identify"],
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
    issueRefreshToken: () => true,
    ttl: { AccessToken: 3600, DeviceCode: 600, Grant: 3600, IdToken: 3600, RefreshToken: 3600 },
  }) as unknown as Provider;
}

let server: Server;
let provider: Provider;
let client: Client;
const requests = { inFlight: 0 };
/** Error responses that replace the server's, one per poll. The server itself never sends `slow_down`. */
let instead: object[];

/** A proxy between client and server that adds an interval and substitutes the responses in `instead`. */
const proxy: Fetch = async (url, init) => {
  requests.inFlight++;
  try {
    const scripted = url.endsWith("/token") && instead.shift();
    if (scripted) return Response.json(scripted, { status: 400 });
    const answer = await fetch(url, init);
    if (!url.endsWith("/device/authorize")) return answer;
    return Response.json({ ...((await answer.json()) as object), interval: 2 });
  } finally {
    requests.inFlight--;
  }
};

beforeEach(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const webBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider = await createProvider(webBase);
  const handle = provider.callback();
  server.on("request", (request, response) => void handle(request, response));
  client = new Client({ applicationId, webBase, apiBase: `${webBase}/api`, fetch: proxy });
  instead = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function start(): Promise<{ prompt: DevicePrompt; result: Promise<TokenResult> }> {
  let result: Promise<TokenResult> | undefined;
  const prompt = await new Promise<DevicePrompt>((resolve, reject) => {
    result = client.GetTokenFromDevice({ scopes: "openid identify" }, { onPrompt: resolve });
    result.catch(reject);
  });
  return { prompt, result: result as Promise<TokenResult> };
}

/** Advances the client's clock by `seconds` and waits for the resulting request. */
async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  do {
    await new Promise(setImmediate);
  } while (requests.inFlight > 0);
}

async function decide(prompt: DevicePrompt, decision: "accept" | "deny"): Promise<void> {
  const code = await provider.DeviceCode.findByUserCode(prompt.userCode.replace("-", ""));
  if (!code) throw new Error("unknown user code");
  if (decision === "deny") {
    code.error = "access_denied";
  } else {
    const grant = new provider.Grant({ accountId: "Ada", clientId: applicationId });
    grant.addOIDCScope("openid identify");
    code.accountId = "Ada";
    code.grantId = await grant.save();
    code.scope = "openid identify";
  }
  await code.save();
}

describe("the device flow with a certified server", () => {
  it("waits for the player, slows down on `slow_down`, and returns tokens", async () => {
    const { prompt, result } = await start();
    expect(prompt.verificationUriComplete).toContain(prompt.userCode);
    instead = [{ error: "slow_down" }];
    await pass(2);
    await pass(7);
    await decide(prompt, "accept");
    await pass(7);
    const tokens = await result;
    expect(tokens.scopes).toBe("openid identify");
    expect(tokens.tokenType).toBe(AuthorizationTokenType.Bearer);
    const refreshed = await client.RefreshToken(applicationId, tokens.refreshToken ?? "");
    expect(refreshed.accessToken).not.toBe(tokens.accessToken);
  });

  it("ends when the player declines", async () => {
    const { prompt, result } = await start();
    await decide(prompt, "deny");
    await pass(2);
    await expect(result).rejects.toMatchObject({ type: 7, code: "access_denied" });
  });

  it("ends when it is aborted, without affecting a later attempt", async () => {
    const first = await start();
    client.AbortGetTokenFromDevice();
    await expect(first.result).rejects.toMatchObject({ type: 7, code: "aborted" });
    const second = await start();
    await decide(second.prompt, "accept");
    await pass(2);
    expect((await second.result).accessToken).toBeTruthy();
  });
});

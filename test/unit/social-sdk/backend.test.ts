import { beforeEach, describe, expect, it } from "vitest";
import { Secrets } from "../../../src/log/secrets.ts";
import { createRedactor } from "../../../src/log/redactor.ts";
import { SocialSdkBackend, type SocialSdkBackendContext } from "../../../src/social-sdk/backend.ts";
import type { Backend } from "../../../src/tokens/backend.ts";
import { AuthenticationExternalAuthType } from "../../../src/wire/external-auth.ts";
import { FakeLibrary } from "../../setup/social-sdk/fake-library.ts";

const applicationId = "1234567890123456789";
const id = BigInt(applicationId);
const external = { type: AuthenticationExternalAuthType.SteamSessionTicket, token: "a-steam-ticket" };
const exchange = {
  applicationId,
  code: "a-code-of-nobody",
  codeVerifier: "v".repeat(43),
  redirectUri: undefined,
};
const answered = ["an-access-token", "a-refresh-token", 1, 3600, "identify"] as const;

let library: FakeLibrary;
let sent: string[];
beforeEach(() => {
  library = new FakeLibrary();
  library.answer = () => Promise.resolve(answered);
  sent = [];
});

/** Records the names of the operations that it receives. */
const http = new Proxy({} as Backend, {
  get: (_, name) => (): Promise<void> => Promise.resolve(void sent.push(String(name))),
});

function createBackend(context: Partial<SocialSdkBackendContext> = {}): SocialSdkBackend {
  return new SocialSdkBackend({
    library: () => library,
    http,
    secrets: new Secrets(createRedactor),
    ...context,
  });
}

describe("SocialSdkBackend", () => {
  it("returns the library's tokens", async () => {
    const result = await createBackend().getToken(exchange);
    expect(result).toMatchObject({ accessToken: answered[0], refreshToken: answered[1], expiresIn: 3600 });
    expect(library.calls).toMatchObject([
      { name: "getToken", values: [id, exchange.code, exchange.codeVerifier, ""] },
    ]);
  });

  it("merges a provisional account during the exchange", async () => {
    await createBackend().getToken({ ...exchange, redirectUri: "http://127.0.0.1:1/callback", external });
    expect(library.calls[0]).toMatchObject({ name: "getTokenFromProvisionalMerge" });
    expect(library.calls[0]?.values.slice(3)).toEqual(["http://127.0.0.1:1/callback", 3, external.token]);
  });

  it("uses the requested scopes if the library returns none", async () => {
    library.answer = () => Promise.resolve([...answered.slice(0, 3), 0, undefined]);
    const backend = createBackend();
    const result = await backend.getToken({ ...exchange, scopes: "identify" });
    expect(result).toMatchObject({ scopes: "identify", expiresIn: undefined });
    expect(await backend.getToken(exchange)).toMatchObject({ scopes: "" });
  });

  it.each([[[]], [["", "", 1]], [["an-access-token", "", 0]]])("rejects the tokens %j", async (values) => {
    library.answer = () => Promise.resolve(values);
    await expect(createBackend().getToken(exchange)).rejects.toMatchObject({ code: "invalid_response" });
  });

  it("exchanges over HTTP if the game's server exchanges codes or a nonce has to be checked", async () => {
    const onServer = { exchangeCode: () => ({}) as never, refreshToken: () => ({}) as never };
    await createBackend(onServer).getToken(exchange);
    await createBackend().getToken({ ...exchange, expected: { nonce: "a-nonce" } });
    await createBackend(onServer).refreshToken({ applicationId, refreshToken: "a-refresh-token" } as never);
    expect(sent).toEqual(["getToken", "getToken", "refreshToken"]);
    expect(library.calls).toEqual([]);
  });

  it("uses HTTP for operations that a library release does not support", async () => {
    for (const feature of ["revokeToken", "exchangeChildToken", "unmerge"]) library.missing.add(feature);
    await useOptional(createBackend());
    expect(sent).toEqual(["revokeToken", "exchangeChildToken", "unmergeIntoProvisionalAccount"]);
    expect(library.calls).toEqual([]);
  });

  it("uses the library for operations that it supports", async () => {
    library.answer = () => Promise.resolve(["a-child-token", 1, 60, "identify"]);
    await useOptional(createBackend());
    expect(sent).toEqual([]);
    expect(library.calls).toMatchObject([
      { name: "revokeToken", values: [id, "an-access-token"] },
      { name: "exchangeChildToken", values: ["a-parent-token", 2n] },
      { name: "unmerge", values: [id, 3, external.token] },
    ]);
  });

  it("always uses HTTP for the device flow, the current user and the expiry", async () => {
    const backend = createBackend();
    await backend.getTokenFromDevice({} as never);
    await backend.fetchCurrentUser("an-access-token");
    await backend.fetchExpiry("an-access-token");
    expect(sent).toEqual(["getTokenFromDevice", "fetchCurrentUser", "fetchExpiry"]);
  });
});

/** Calls each operation that some releases lack. */
async function useOptional(backend: SocialSdkBackend): Promise<void> {
  await backend.revokeToken({ applicationId, token: "an-access-token" });
  await backend.exchangeChildToken({ parentToken: "a-parent-token", childApplicationId: "2" });
  await backend.unmergeIntoProvisionalAccount({ applicationId, external });
}

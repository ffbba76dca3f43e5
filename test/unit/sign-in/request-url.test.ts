import { describe, expect, it } from "vitest";
import { AuthorizationCodeVerifier } from "../../../src/sign-in/code-verifier.ts";
import { buildAuthorizeUrl } from "../../../src/sign-in/authorize-request.ts";

const codeChallenge = new AuthorizationCodeVerifier("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
  .Challenge()
  .Challenge();
const least = {
  applicationId: "1234567890123456789",
  scopes: "openid sdk.social_layer",
  state: "state-1",
  redirectUri: "http://127.0.0.1:49152/callback",
  codeChallenge,
};

describe("buildAuthorizeUrl", () => {
  it("#1 #2 #9 builds the URLs of the golden table, each with response_type code and an S256 challenge", async () => {
    const endpoint = "https://discord.com/oauth2/authorize";
    const table = {
      least: buildAuthorizeUrl(endpoint, least),
      nonce: buildAuthorizeUrl(endpoint, { ...least, nonce: "n-0S6_WzA2Mj" }),
      "installed to a guild": buildAuthorizeUrl(endpoint, { ...least, integrationType: 0 }),
      "installed to a user": buildAuthorizeUrl(endpoint, { ...least, integrationType: 1 }),
      "IPv6 loopback": buildAuthorizeUrl(endpoint, { ...least, redirectUri: "http://[::1]:49152/callback" }),
      "custom scheme": buildAuthorizeUrl(endpoint, {
        ...least,
        redirectUri: "discord-1234567890123456789:/authorize/callback",
      }),
      "state of the caller's, byte for byte": buildAuthorizeUrl(endpoint, {
        ...least,
        state: "a b+c&d=é/?#%",
      }),
      "endpoint with a query": buildAuthorizeUrl(`${endpoint}?theme=dark`, least),
      "endpoint that tries to override": buildAuthorizeUrl(
        `${endpoint}?response_type=token&code_challenge_method=plain`,
        least,
      ),
    };
    for (const url of Object.values(table)) {
      const { searchParams } = new URL(url);
      expect(searchParams.getAll("response_type")).toEqual(["code"]);
      expect(searchParams.getAll("code_challenge_method")).toEqual(["S256"]);
    }
    const lines = Object.entries(table).map(([name, url]) => `${name}\n  ${url}\n`);
    await expect(lines.join("\n")).toMatchFileSnapshot("../../golden/authorize-urls.txt");
  });

  it("#9 #10 contains no raw space or plus, and no repeated parameter", () => {
    const url = buildAuthorizeUrl("https://s.example/a?scope=x", { ...least, state: "a b+c" });
    expect(url).not.toMatch(/[ +]/);
    const names = [...new URL(url).searchParams.keys()];
    expect(new Set(names).size).toBe(names.length);
    expect(new URL(url).searchParams.get("state")).toBe("a b+c");
  });
});

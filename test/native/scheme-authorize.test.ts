import { describe, expect, it } from "vitest";
import { outputOf } from "../setup/child-process.ts";
import { needs } from "../setup/system-parts.ts";
import { Client } from "../../src/client.ts";
import { ErrorType } from "../../src/core/errors.ts";
import { redirectSchemeStatus } from "../../src/sign-in/redirect/custom-scheme-registration.ts";
import { useScratchHome } from "./scheme-home.ts";
import { follow } from "../flow/fixtures/visit.js";

const applicationId = "1234567890123456789";

const home = useScratchHome();

/** A client whose browser answers immediately and opens the redirect as a desktop would. */
function clientWith(answer: Record<string, string>): Client {
  return new Client({
    applicationId,
    openBrowser: async (url) => {
      const { searchParams } = new URL(await follow(url));
      const parameters = new URLSearchParams({ ...answer, state: searchParams.get("state") ?? "" });
      await outputOf("gio", ["open", `${searchParams.get("redirect_uri") ?? ""}?${parameters.toString()}`]);
    },
  });
}

describe("Authorize on a custom scheme", needs("Linux"), () => {
  it("returns the code through the system, the opener and the socket", needs("gio"), async () => {
    await using client = clientWith({ code: "c1" });
    const result = await client.Authorize({ scopes: "identify" }, { redirect: "custom-scheme" });
    expect(result.code).toBe("c1");
    expect(result.redirectUri).toBe(`discord-${applicationId}:/authorize/callback`);
  });

  it(
    "uses the scheme from CustomSchemeParam and leaves it registered for the next sign-in",
    needs("gio"),
    async () => {
      await using client = clientWith({ code: "c1" });
      const args = { scopes: "identify", customSchemeParam: "com.example.game" };
      const result = await client.Authorize(args, { redirect: "custom-scheme" });
      expect(result.redirectUri).toBe("com.example.game:/authorize/callback");
      expect(redirectSchemeStatus({ applicationId, scheme: "com.example.game" }).isOurs).toBe(true);
    },
  );

  it("42: rejects with `access_denied` if the player declines", needs("gio"), async () => {
    await using client = clientWith({ error: "access_denied" });
    await expect(
      client.Authorize({ scopes: "identify" }, { redirect: "custom-scheme" }),
    ).rejects.toMatchObject({
      type: ErrorType.Aborted,
      code: "access_denied",
    });
  });

  it("50: rejects a reserved scheme before anything starts", async () => {
    const before = home().entries();
    await using client = clientWith({ code: "c1" });
    const args = { scopes: "identify", customSchemeParam: "https" };
    await expect(client.Authorize(args, { redirect: "custom-scheme" })).rejects.toMatchObject({
      type: ErrorType.ValidationError,
      code: "reserved_scheme",
    });
    expect(home().entries()).toEqual(before);
  });
});

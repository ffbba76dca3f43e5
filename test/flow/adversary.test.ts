import { describe, expect, it } from "vitest";
import { Client } from "../../src/client.ts";
import type { IgnoredReason } from "../../src/sign-in/redirect/receiver.ts";
import { attack } from "./fixtures/hostile-requests.js";
import { visit, visitOnce } from "./fixtures/visit.js";
import { cases } from "../setup/cases.ts";

const hostileRequests = cases(3_000, 500);
const atOnce = 64;

/** Returns the page's status, or the error code if the connection fails. */
function navigate(url: string, go = visit): Promise<number | string | undefined> {
  return go(url).then(
    ({ status }) => status,
    (error: NodeJS.ErrnoException) => error.code,
  );
}

describe("the loopback receiver under attack", () => {
  it.concurrent.each([1, 2])(
    "#24 #33 #43 settles exactly once with the correct result despite hostile requests that contain the state (seed %i)",
    async (seed) => {
      await using client = new Client({ applicationId: "1234567890123456789", openBrowser: () => undefined });
      const ignored: IgnoredReason[] = [];
      let authorizeUrl = "";
      let settled = 0;
      const answer = client
        .Authorize(
          { scopes: "openid" },
          {
            onAuthorizeUrl: (url) => (authorizeUrl = url),
            onIgnoredRedirect: (reason) => ignored.push(reason),
          },
        )
        .finally(() => (settled += 1));
      await expect.poll(() => authorizeUrl).not.toBe("");
      const { searchParams } = new URL(authorizeUrl);
      const redirectUri = searchParams.get("redirect_uri") ?? "";
      const state = searchParams.get("state") ?? "";
      const real = `${redirectUri}?code=good&state=${state}`;

      let countBefore = 0;
      const pages: Promise<number | string | undefined>[] = [];
      await attack(
        { port: Number(new URL(redirectUri).port), state },
        {
          count: hostileRequests,
          atOnce,
          seed,
          onStart(index) {
            if (index !== 0.9 * hostileRequests) return;
            expect(settled).toBe(0);
            countBefore = ignored.length;
            pages.push(navigate(real));
          },
        },
      );
      const result = await answer;
      expect([result.code, result.redirectUri, settled]).toEqual(["good", redirectUri, 1]);
      expect(await pages[0]).toBe(200);
      // A repeated redirect still shows the page, which remains available for a while.
      expect(await navigate(real, visitOnce)).toBe(303);
      expect(await navigate(redirectUri.replace("/callback", "/done"))).toBe(200);
      await client.close();
      expect(await navigate(real)).toBe("ECONNREFUSED");
      // `countBefore` was read when 90% of the requests had been sent. One in ten of these was aborted or stalled, and the last few were
      // in flight.
      expect(countBefore).toBeGreaterThan(0.9 * 0.85 * hostileRequests - atOnce);
      expect([...new Set(ignored)].sort()).toEqual([
        "host",
        "malformed",
        "method",
        "missing_state",
        "not_a_navigation",
        "origin",
        "path",
        "prefetch",
        "repeated_parameter",
        "wrong_state",
      ]);
    },
  );
});

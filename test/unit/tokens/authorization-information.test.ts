import { expect, it } from "vitest";
import { fetchExpiry } from "../../../src/tokens/current-user.ts";
import { tokenContext } from "../../setup/token-context.ts";

it("returns the expiry in milliseconds", async () => {
  const { context, requests } = tokenContext(() => ({ body: { expires: "1970-01-01T00:00:01+00:00" } }));
  expect(await fetchExpiry(context, "token")).toBe(1000);
  expect(requests[0]?.path).toBe("https://service.example/api/oauth2/@me");
});

it.each([null, {}, { expires: 1000 }, { expires: "soon" }])(
  "rejects %j, which has no valid expiry",
  async (body) => {
    const { context } = tokenContext(() => ({ body }));
    await expect(fetchExpiry(context, "token")).rejects.toMatchObject({ code: "invalid_response" });
  },
);

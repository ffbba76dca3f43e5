import { expect, it, vi } from "vitest";
import { createConnection } from "../../../src/client/connection.ts";
import { createRedactor } from "../../../src/log/redactor.ts";
import { Secrets } from "../../../src/log/secrets.ts";

const context = { secrets: new Secrets(createRedactor), log: vi.fn(), requestTimeoutMs: () => 1_000 };

it("Without options it leads to the service itself, over the fetch of the runtime", async () => {
  const asked = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 204 }));
  const { service, fetch } = createConnection({}, context);
  expect(service).toMatchObject({ issuer: "https://discord.com", apiBase: "https://discord.com/api/v10" });
  await fetch("https://discord.com/api/v10/users/@me", {});
  expect(asked).toHaveBeenCalledOnce();
  asked.mockRestore();
});

it("Requests go where the options say, by the game's own fetch, and the log hears of each", async () => {
  const own = vi.fn(() => Promise.resolve(new Response(null, { status: 200 })));
  const bases = { apiBase: "http://127.0.0.1:1/api", webBase: "http://127.0.0.1:1" };
  const { service, backend } = createConnection({ ...bases, fetch: own }, context);
  expect(service).toMatchObject({ issuer: bases.webBase, insecure: true });
  context.log.mockClear();
  await backend.revokeToken("5", "a-token-of-the-player");
  expect(own).toHaveBeenCalledExactlyOnceWith(`${bases.apiBase}/oauth2/token/revoke`, expect.anything());
  expect(context.log).toHaveBeenCalled();
});

it("A game that opens the browser itself is taken at its word that one can be shown", () => {
  expect(createConnection({ openBrowser: () => undefined }, context).canShowBrowser()).toBe(true);
});

it("Whether a browser can be shown is looked up when it matters, and not when a client is made", () => {
  const { canShowBrowser } = createConnection({}, context);
  vi.stubEnv("XDG_CURRENT_DESKTOP", "gamescope");
  expect(canShowBrowser()).toBe(false);
  vi.unstubAllEnvs();
});

import { expect, it, vi } from "vitest";
import { createConnection } from "../../../src/client/connection.ts";
import type { PageOption } from "../../../src/sign-in/page/page-appearance.ts";
import { createRedactor } from "../../../src/log/redactor.ts";
import { Secrets } from "../../../src/log/secrets.ts";

const context = { secrets: new Secrets(createRedactor), log: vi.fn(), requestTimeoutMs: () => 1_000 };

it("uses the service and the global fetch by default", async () => {
  const asked = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 204 }));
  const { service, fetch } = createConnection({}, context);
  expect(service).toMatchObject({ issuer: "https://discord.com", apiBase: "https://discord.com/api/v10" });
  await fetch("https://discord.com/api/v10/users/@me", {});
  expect(asked).toHaveBeenCalledOnce();
  asked.mockRestore();
});

it("uses the base URLs and fetch of the options, and logs each request", async () => {
  const own = vi.fn(() => Promise.resolve(new Response(null, { status: 200 })));
  const bases = { apiBase: "http://127.0.0.1:1/api", webBase: "http://127.0.0.1:1" };
  const { service, open } = createConnection({ ...bases, fetch: own }, context);
  expect(service).toMatchObject({ issuer: bases.webBase, insecure: true });
  context.log.mockClear();
  const { backend } = await open();
  await backend.revokeToken({ applicationId: "5", token: "a-token-of-the-player" });
  expect(own).toHaveBeenCalledExactlyOnceWith(`${bases.apiBase}/oauth2/token/revoke`, expect.anything());
  expect(context.log).toHaveBeenCalled();
});

it("creates the sign-in module once, and closes it with the connection", async () => {
  const { open, close } = createConnection({}, context);
  const opened = await open();
  expect(await open()).toBe(opened);
  const ended = vi.spyOn(opened, "close");
  await close();
  expect(ended).toHaveBeenCalledOnce();
});

it("can be closed and opened again after a failed open", async () => {
  const { open, close } = createConnection({ loopback: { port: -1 } }, context);
  const failed = open();
  await expect(failed).rejects.toMatchObject({ code: "invalid_port" });
  await expect(close()).resolves.toBeUndefined();
  const again = open();
  expect(again).not.toBe(failed);
  await expect(again).rejects.toMatchObject({ code: "invalid_port" });
});

it("can be closed without being opened", async () => {
  await expect(createConnection({}, context).close()).resolves.toBeUndefined();
});

it("validates a custom page before it is used", () => {
  const page = (() => undefined) as unknown as PageOption;
  expect(() => createConnection({ page }, context)).toThrow(
    expect.objectContaining({ code: "invalid_page" }),
  );
});

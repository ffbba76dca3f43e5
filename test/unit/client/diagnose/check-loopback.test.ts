import { createServer } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { checkLoopback } from "../../../../src/client/diagnose/checks.ts";
import { contextOf, never } from "../../../setup/diagnosed.ts";
import * as listener from "../../../../src/sign-in/redirect/loopback-server.ts";

afterEach(() => vi.restoreAllMocks());

test("opens a port and connects to it", async () => {
  expect(await checkLoopback(contextOf().context, never)).toEqual({
    verdict: "ok",
    found: "127.0.0.1 accepts connections at any free port.",
  });
});

test("rejects with `port_unavailable` if the port is taken", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const { context } = contextOf({ options: { loopback: { port } } });
  await expect(checkLoopback(context, never)).rejects.toMatchObject({ code: "port_unavailable" });
  await new Promise((resolve) => void server.close(resolve));
  expect(await checkLoopback(context, never)).toMatchObject({
    verdict: "ok",
    found: expect.stringContaining(`port ${port}`) as string,
  });
});

test("suggests registering the other loopback address if the preferred one is unavailable", async () => {
  const opened = await listener.openListener({ hosts: ["127.0.0.1", "::1"], port: 0 });
  vi.spyOn(listener, "openListener").mockResolvedValue(opened);
  const { context } = contextOf({ options: { loopback: { prefer: "ipv6" } } });
  expect(await checkLoopback(context, never)).toEqual({
    verdict: "warning",
    found: "This machine cannot listen at [::1], but it can at 127.0.0.1.",
    advice: "Register the redirect URI http://127.0.0.1/callback too.",
  });
});

test("reports a failure if the port accepts no connection", async () => {
  const opened = await listener.openListener({ hosts: ["127.0.0.1", "::1"], port: 0 });
  const refusing = await listener.openListener({ hosts: ["127.0.0.1", "::1"], port: 0 });
  const address = refusing.server.address();
  await refusing.close();
  vi.spyOn(opened.server, "address").mockReturnValue(address);
  vi.spyOn(listener, "openListener").mockResolvedValue(opened);
  expect(await checkLoopback(contextOf().context, never)).toMatchObject({
    verdict: "failure",
    found: expect.stringContaining("no connection to it succeeded") as string,
  });
});

import { expect, it } from "vitest";
import { reachService } from "../../../../src/cli/session/open-client.ts";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { freePort } from "../../../setup/free-port.js";

const { signal } = new AbortController();

it("finds nothing wrong with a service that answers, whatever it says", async () => {
  await using emulator = await startEmulator();
  expect(await reachService(emulator.apiBase, signal)).toBeUndefined();
  emulator.faults.add({ answer: "server-error" });
  expect(await reachService(emulator.apiBase, signal)).toBeUndefined();
});

it("names what cannot be reached, without its path", async () => {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const failure = await reachService(`${origin}/api`, signal);
  expect(failure).toMatchObject({ code: "network_error" });
  expect(failure?.message).toMatch(`${origin} cannot be reached (ECONNREFUSED)`);
  // Fetch asks nobody at such a port, and has no code for it.
  const blocked = await reachService("http://127.0.0.1:1/api", signal);
  expect(blocked?.message).toContain("(no connection)");
});

it("has no reason where nobody waits any more", async () => {
  const address = `http://127.0.0.1:${await freePort()}`;
  expect(await reachService(address, AbortSignal.abort())).toBeUndefined();
});

import { expect, it } from "vitest";
import { reachService } from "../../../../src/cli/session/open-client.ts";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { freePort } from "../../../setup/free-port.js";

const { signal } = new AbortController();

it("returns `undefined` for every response of the service", async () => {
  await using emulator = await startEmulator();
  expect(await reachService(emulator.apiBase, signal)).toBeUndefined();
  emulator.faults.add({ answer: "server-error" });
  expect(await reachService(emulator.apiBase, signal)).toBeUndefined();
});

it("reports an unreachable service without its path", async () => {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const failure = await reachService(`${origin}/api`, signal);
  expect(failure).toMatchObject({ code: "network_error" });
  expect(failure?.message).toMatch(`${origin} cannot be reached (ECONNREFUSED)`);
  // `fetch` blocks this port without an error code.
  const blocked = await reachService("http://127.0.0.1:1/api", signal);
  expect(blocked?.message).toContain("(no connection)");
});

it("returns `undefined` if the signal has aborted", async () => {
  const address = `http://127.0.0.1:${await freePort()}`;
  expect(await reachService(address, AbortSignal.abort())).toBeUndefined();
});

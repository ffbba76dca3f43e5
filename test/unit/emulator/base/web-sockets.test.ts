import { expect, it } from "vitest";
import { loadWebSockets } from "../../../../src/emulator/base/sockets.ts";

it("loads the package once", async () => {
  expect(loadWebSockets()).toBe(loadWebSockets());
  expect(typeof (await loadWebSockets()).WebSocketServer).toBe("function");
});

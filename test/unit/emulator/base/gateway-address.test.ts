import { expect, it } from "vitest";
import { gatewayUrl } from "../../../../src/emulator/base/http.ts";

it("the gateway is at the emulator's own address", () => {
  expect(gatewayUrl("http://127.0.0.1:5000")).toBe("ws://127.0.0.1:5000/gateway");
});

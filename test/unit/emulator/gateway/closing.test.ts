import { expect, it } from "vitest";
import { Closing } from "../../../../src/emulator/gateway/closing.ts";
import { GatewayCloseCode } from "../../../../src/wire/gateway.ts";

it("every code has its words, which fit into a close frame", () => {
  for (const code of Object.values(GatewayCloseCode)) {
    const { message } = new Closing(code);
    expect(message).toMatch(/^[A-Z].+\.$/);
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(123);
  }
  expect(new Closing(4012, "Otherwise.")).toMatchObject({ code: 4012, message: "Otherwise." });
});

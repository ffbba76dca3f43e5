import { inspect } from "node:util";
import { expect, it } from "vitest";
import { DeviceAuthorizationArgs } from "../../../src/tokens/device-arguments.ts";

it("has the same values whether they come from a plain object or from setters", () => {
  const args = new DeviceAuthorizationArgs();
  args.SetClientId("1234567890123456789");
  args.SetScopes("openid identify");
  const plain = DeviceAuthorizationArgs.from({ clientId: 1234567890123456789n, scopes: "openid identify" });
  expect([plain.ClientId(), plain.Scopes()]).toEqual([args.ClientId(), args.Scopes()]);
  expect(DeviceAuthorizationArgs.from(args)).toBe(args);
});

it("prints its values", () => {
  const args = DeviceAuthorizationArgs.from({ scopes: "openid" });
  expect(inspect(args)).toBe("DeviceAuthorizationArgs { scopes: 'openid' }");
  args.Move();
  expect(inspect(args)).toBe("DeviceAuthorizationArgs { isValid: false }");
});

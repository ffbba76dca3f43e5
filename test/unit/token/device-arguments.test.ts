import { expect, it } from "vitest";
import { DeviceAuthorizationArgs } from "../../../src/token/device-arguments.ts";

it("A plain object and the setters give the same arguments", () => {
  const args = new DeviceAuthorizationArgs();
  args.SetClientId("1234567890123456789");
  args.SetScopes("openid identify");
  const plain = DeviceAuthorizationArgs.from({ clientId: 1234567890123456789n, scopes: "openid identify" });
  expect([plain.ClientId(), plain.Scopes()]).toEqual([args.ClientId(), args.Scopes()]);
  expect(DeviceAuthorizationArgs.from(args)).toBe(args);
});

it("Nothing is set at first, and an id can be unset", () => {
  const args = new DeviceAuthorizationArgs();
  expect([args.ClientId(), args.Scopes()]).toEqual([undefined, ""]);
  args.SetClientId("1234567890123456789");
  args.SetClientId(undefined);
  expect(args.ClientId()).toBeUndefined();
});

it.each([
  ["invalid_id", () => DeviceAuthorizationArgs.from({ clientId: 1 as unknown as string, scopes: "openid" })],
  ["invalid_arguments", () => DeviceAuthorizationArgs.from({ scopes: ["openid"] as unknown as string })],
])("What is not of the right kind is refused with %s", (code, make) => {
  expect(make).toThrow(expect.objectContaining({ type: 6, code }));
});

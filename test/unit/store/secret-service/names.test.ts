import { expect, it } from "vitest";
import { itemProperty, busObject, secrets } from "../../../../src/store/secret-service/objects.ts";

it("uses the names of the Secret Service API for objects, interfaces and properties", () => {
  expect(secrets).toEqual({
    destination: "org.freedesktop.secrets",
    path: "/org/freedesktop/secrets",
    interface: "org.freedesktop.Secret.Service",
  });
  expect(busObject("Item", "/a/b")).toEqual({
    destination: "org.freedesktop.secrets",
    path: "/a/b",
    interface: "org.freedesktop.Secret.Item",
  });
  expect(itemProperty("Label")).toBe("org.freedesktop.Secret.Item.Label");
});

import { expect, it } from "vitest";
import { plainAddress } from "../../../../src/emulator/base/plain-address.ts";

const here = new URL("http://1.localhost:8080/game/?frame_id=2");

it.each([
  ["https://1.localhost:8080/api", "http://1.localhost:8080/api"],
  ["wss://1.localhost:8080/socket", "ws://1.localhost:8080/socket"],
  [new URL("https://1.localhost:8080/a"), "http://1.localhost:8080/a"],
  ["//1.localhost:8080/api", "//1.localhost:8080/api"],
  ["/api", "/api"],
  ["ws://1.localhost:8080/socket", "ws://1.localhost:8080/socket"],
  ["https://elsewhere.example/api", "https://elsewhere.example/api"],
  ["https://", "https://"],
])("maps %s to %s", (address, requested) => {
  expect(plainAddress(address, here)).toBe(requested);
});

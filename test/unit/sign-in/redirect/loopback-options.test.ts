import { expect, it } from "vitest";
import { type LoopbackOptions, parsePlace } from "../../../../src/sign-in/redirect/loopback-options.ts";

it.each<[LoopbackOptions, string, number]>([
  [{}, "127.0.0.1", 0],
  [{ prefer: "ipv4", port: 65_535 }, "127.0.0.1", 65_535],
  [{ prefer: "ipv6", port: 1 }, "::1", 1],
])("for %j, listens at %s first, port %i", (options, host, port) => {
  const place = parsePlace(options);
  expect([place.hosts[0], place.hosts.length, place.port]).toEqual([host, 2, port]);
});

it.each<[object, string]>([
  [{ port: 0 }, "invalid_port"],
  [{ port: 65_536 }, "invalid_port"],
  [{ port: "80" }, "invalid_port"],
  [{ prefer: "localhost" }, "invalid_preference"],
  [{ host: "0.0.0.0" }, "unknown_option"],
])("rejects %j with %s", (options, code) => {
  expect(() => parsePlace(options as LoopbackOptions)).toThrow(expect.objectContaining({ type: 6, code }));
});

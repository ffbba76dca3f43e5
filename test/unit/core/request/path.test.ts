import { describe, expect, test } from "vitest";
import { formatPath, formatSetPath, locationOf } from "../../../../src/core/request/path.ts";
import { throwing } from "../../../setup/throwing.ts";

const body = {
  name: "ping",
  options: [{ name: "sub", options: [{ name: "user" }, { type: 3 }] }],
};

test.each<[readonly (string | number)[], string]>([
  [[], ""],
  [["options", 2, "name"], "options[2].name"],
  [["name_localizations", "de"], 'name_localizations["de"]'],
  [["options", 0, "not plain"], 'options[0]["not plain"]'],
  [[0, "name"], "[0].name"],
])("formats %j as %s", (keys, path) => {
  expect(formatPath(keys)).toBe(path);
});

describe("formatSetPath", () => {
  test.each<[readonly (string | number)[], unknown, string]>([
    [[0, "options", 0], [body], "ping.options[0]"],
    [[0], [body], "ping"],
    [[0, "name"], [{ name: "High Five" }], '"High Five".name'],
    [[0, "name"], [{ name: 5 }], "[0].name"],
    [[], [body], ""],
    [[0], "no list", "[0]"],
  ])("formats %j of %j as %s", (keys, commands, path) => {
    expect(formatSetPath(keys, commands)).toBe(path);
  });

  test("uses the index if the list throws", () => {
    const hostile = new Proxy([], {
      get: throwing(new Error("no")),
    });
    expect(formatSetPath([0, "name"], hostile)).toBe("[0].name");
  });
});

describe("placeOf", () => {
  test("names the command and the options along the path", () => {
    expect(locationOf(["options", 0, "options", 0, "name"], body)).toEqual({
      path: 'ping.options["sub"].options["user"].name',
      command: "ping",
      option: "sub user",
    });
  });

  test("uses an unnamed option's index", () => {
    expect(locationOf(["options", 0, "options", 1, "name"], body)).toEqual({
      path: 'ping.options["sub"].options[1].name',
      command: "ping",
      option: "sub [1]",
    });
  });

  test("starts at a list's item", () => {
    expect(locationOf([0, "description"], [body])).toEqual({ path: "ping.description", command: "ping" });
    expect(locationOf([0], [body])).toEqual({ path: "ping", command: "ping" });
    expect(locationOf([0, "id"], [{ id: "5" }])).toEqual({ path: "[0].id" });
    expect(locationOf([3, "id"], [body])).toEqual({ path: "[3].id" });
  });

  test("returns only the path if the body is unknown", () => {
    expect(locationOf(["permissions", 2, "id"], null)).toEqual({ path: "permissions[2].id" });
  });
});

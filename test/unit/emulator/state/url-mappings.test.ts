import { describe, expect, it } from "vitest";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";
import { findMapping, isLocalHost, readActivityInit } from "../../../../src/emulator/state/url-mappings.ts";
import { World } from "../../../../src/emulator/state/world.ts";

const read = (...mappings: unknown[]) => readActivityInit({ mappings }, "activity").mappings;

/** Returns the target of a path as `host:port/path`. */
function leads(path: string, ...mappings: { prefix: string; target: string }[]): string | undefined {
  const found = findMapping(read(...mappings), path);
  return found && `${found.host}:${found.port}${found.path}`;
}

describe("a URL mapping", () => {
  const api = { prefix: "/api", target: "127.0.0.1:3000" };
  const page = { prefix: "/", target: "localhost:5173" };

  it.each([
    ["/", "localhost:5173/"],
    ["/src/main.ts", "localhost:5173/src/main.ts"],
    ["/api", "127.0.0.1:3000/"],
    ["/api/", "127.0.0.1:3000/"],
    ["/api/a%2Fb", "127.0.0.1:3000/a%2Fb"],
    ["/apidocs", "localhost:5173/apidocs"],
  ])("maps %s to %s", (path, where) => {
    expect(leads(path, api, page)).toBe(where);
    expect(leads(path, page, api), "the page's own stands last by itself").toBe(where);
  });

  it("uses the first match and returns `undefined` if there is none", () => {
    expect(leads("/api/v2/x", { prefix: "/api/v2", target: "127.0.0.1:2" }, api)).toBe("127.0.0.1:2/x");
    expect(leads("/other", api)).toBeUndefined();
  });

  it("replaces each token in the target with one path segment", () => {
    const room = { prefix: "/rooms/{room}/{part}", target: "{room}.localhost:4000/v1/{part}/" };
    expect(leads("/rooms/reef-1/chat/say?", room)).toBe("reef-1.localhost:4000/v1/chat/say?");
    expect(leads("/rooms/reef-1", room)).toBeUndefined();
    expect(leads("/rooms/a.b/chat", room), "a name with a dot is no word").toBeUndefined();
    expect(leads("/rooms/{x}/chat", room), "what stands in for a token leads nowhere").toBeUndefined();
  });

  it("defaults to port 80 and keeps an IPv6 address's brackets", () => {
    expect(leads("/", { prefix: "/", target: "[::1]" })).toBe("[::1]:80/");
  });

  it.each([
    [{ prefix: "api", target: "127.0.0.1" }, "prefix", "a path that begins with '/'"],
    [{ prefix: "/a/../b", target: "127.0.0.1" }, "prefix", "a path that begins with '/'"],
    [{ prefix: "/a?b", target: "127.0.0.1" }, "prefix", "a path that begins with '/'"],
    [{ prefix: "/{A}", target: "127.0.0.1" }, "prefix", "letters a to z"],
    [{ prefix: "/.proxy/api", target: "127.0.0.1" }, "prefix", "does not begin with '/.proxy'"],
    [{ prefix: "/.slashpass", target: "127.0.0.1" }, "prefix", "does not begin with '/.proxy'"],
    [{ prefix: "/{a}/{a}", target: "127.0.0.1" }, "prefix", "each token only once"],
    [{ prefix: "/", target: "http://127.0.0.1:1" }, "target", "without a protocol"],
    [{ prefix: "/", target: "127.0.0.1:70000" }, "target", "without a protocol"],
    [{ prefix: "/", target: "127.0.0.1:0" }, "target", "without a protocol"],
    [{ prefix: "/{p}", target: "127.0.0.1:{p}" }, "target", "without a protocol"],
    [{ prefix: "/", target: "user@127.0.0.1" }, "target", "without a protocol"],
    [{ prefix: "/", target: "127.0.0.1/?a" }, "target", "without a protocol"],
    [{ prefix: "/", target: "game.example" }, "target", "on this machine"],
    [{ prefix: "/", target: "localhost.example" }, "target", "on this machine"],
    [{ prefix: "/", target: "10.0.0.1" }, "target", "on this machine"],
    [{ prefix: "/{a}", target: "{a}" }, "target", "on this machine"],
    [{ prefix: "/{a}", target: "127.0.0.1/{b}" }, "target", "without {b}, which its prefix lacks"],
  ])("is rejected: %j", (mapping, part, expected) => {
    expect(() => read(mapping)).toThrow(
      expect.objectContaining({
        code: "invalid_argument",
        message: expect.stringMatching(new RegExp(`^activity\\.mappings\\[0\\]\\.${part} is a string`)),
      }),
    );
    expect(() => read(mapping)).toThrow(expected);
  });

  it.each([
    ["/api", "/api/v2"],
    ["/api", "/api"],
    ["/", "/"],
    ["/{a}", "/rooms"],
    ["/{a}", "/{b}"],
  ])("after a mapping for %s, is rejected for the unreachable prefix %s", (first, later) => {
    const mappings = [first, later].map((prefix) => ({ prefix, target: "127.0.0.1" }));
    expect(() => read(...mappings)).toThrow(
      `activity.mappings[1] is never used: paths that begin with '${later}' go to the mapping for '${first}', which comes before it.`,
    );
  });
});

it.each([
  ["127.0.0.1", true],
  ["127.8.8.8", true],
  ["[::1]", true],
  ["a.b.localhost", true],
  ["LOCALHOST", true],
  ["127.0.0.1.example", false],
  ["localhost.", false],
  ["0.0.0.0", false],
  ["[::]", false],
  ["", false],
])("for the host %j, `isLocalHost` returns %s", (host, here) => {
  expect(isLocalHost(host)).toBe(here);
});

describe("an application's Activity", () => {
  const activity = { mappings: [{ prefix: "/", target: "127.0.0.1:5173" }] };

  it("enables Activities and adds an entry point command even if it is set later", () => {
    const world = new World({ world: { applications: [{ activity }, {}, { activity, activities: false }] } });
    const [first, second, third] = world.applications as [
      EmulatorApplication,
      EmulatorApplication,
      EmulatorApplication,
    ];
    expect([first.activities, second.activities, third.activities]).toEqual([true, false, false]);
    const namesOf = ({ commands }: EmulatorApplication) => commands.list("global").map(({ name }) => name);
    expect([namesOf(first), namesOf(second), namesOf(third)]).toEqual([["launch"], [], []]);
    second.setActivity(activity);
    second.setActivity(activity);
    expect([second.activity, second.activities, namesOf(second)]).toEqual([activity, true, ["launch"]]);
    second.commands.upsert("global", { type: 4, name: "launch", handler: 1 });
    second.setActivity(undefined);
    expect(second.activity).toBeUndefined();
  });

  it("is validated before it is set and can be set on an application without a world", () => {
    const application = new EmulatorApplication({});
    const wrong = { mappings: [{ prefix: "/", target: "game.example" }] };
    expect(() => application.setActivity(wrong)).toThrow(
      "activity.mappings[0].target is a string, but must be on",
    );
    application.setActivity({ ...activity, csp: false });
    expect(application.activity).toEqual({ ...activity, csp: false });
  });
});

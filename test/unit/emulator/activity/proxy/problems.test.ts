import { describe, expect, it } from "vitest";
import {
  blocked,
  failed,
  noMapping,
  unreachable,
} from "../../../../../src/emulator/activity/proxy/problems.ts";

describe("problem descriptions", () => {
  it.each([
    ["/api/token", "/api"],
    ["/api", "/api"],
    ["/", "/"],
    ["/main.js", "/"],
    ["/.well-known/x", "/"],
    ["//x", "/"],
  ])("for path %s, suggest the mapping prefix %s", (path, prefix) => {
    expect(noMapping(path, []).hint).toContain(`Add one for '${prefix}'.`);
  });

  it("suggest a fix for each kind of blocked source", () => {
    const of = (what: string) => blocked({ directive: "connect-src", what, host: "1.localhost:8181" }).hint;
    expect(of("https://api.foo.com/v1")).toContain("request /foo/v1 instead");
    expect(of("http://box:3000/x")).toContain("Map a prefix to it (/box → box:3000");
    expect(of("https://1.localhost:8181/x")).toContain("http://1.localhost:8181 if you need a full URL");
    expect(of("wss://1.localhost:8181/x")).toContain("ws://1.localhost:8181 if");
    expect(of("inline")).toContain("Serve it as a file");
  });

  it("contain the error code or message if the target is unreachable", () => {
    const of = (error: Error) => unreachable("127.0.0.1:1", error).message;
    expect(of(Object.assign(new Error("x"), { code: "ECONNREFUSED" }))).toContain("(ECONNREFUSED)");
    expect(of(new Error("Parse Error"))).toContain("(Parse Error)");
  });

  it("distinguish a missing path from a server error", () => {
    const mapping = { prefix: "/", target: "127.0.0.1:1" };
    expect(failed("GET /x", 404, mapping).hint).toContain("add a mapping for its prefix");
    expect(failed("GET /x", 500, mapping).hint).toContain("server's output");
  });
});

import { expect, test } from "vitest";
import { apiPath, below, withQuery } from "../../../../src/core/request/addresses.ts";

test.each([
  ["a/b", "/x/a%2Fb/y"],
  ["../..", "/x/..%2F../y"],
  ["?wait=true#top", "/x/%3Fwait%3Dtrue%23top/y"],
  ["%2e%2e", "/x/%252e%252e/y"],
  ["@original", "/x/@original/y"],
  ["👋", "/x/%F0%9F%91%8B/y"],
])("encodes %j as one path segment", (value, path) => {
  expect(apiPath`/x/${value}/y`).toBe(path);
  expect(new URL(`https://service.example/api${path}`).pathname).toBe(`/api${path}`);
});

test.each(["", ".", "..", "\ud800", "a\udc00b"])("rejects %j without showing it", (value) => {
  expect(() => apiPath`/x/${value}`).toThrow(
    expect.objectContaining({ code: "invalid_argument", message: expect.stringContaining("A value cannot") }),
  );
});

test("appends a path to another", () => {
  expect(below(apiPath`/lobbies/${"7"}`)`/members/${"a/b"}`).toBe("/lobbies/7/members/a%2Fb");
});

test.each([
  [{}, "/x"],
  [{ after: undefined }, "/x"],
  [{ with_member: false, limit: 5, after: "7", before: undefined }, "/x?with_member=false&limit=5&after=7"],
  [{ name: "a b&c" }, "/x?name=a+b%26c"],
])("adds the query parameters %j", (parameters, path) => {
  expect(withQuery(apiPath`/x`, parameters)).toBe(path);
});

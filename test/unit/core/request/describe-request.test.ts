import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ClientError, ErrorType } from "../../../../src/core/errors.ts";
import { describeRequest } from "../../../../src/core/request/describe-request.ts";

const token = "aW50ZXJhY3Rpb24-token_of.this.click";

const describe = (url: string, outcome: unknown) =>
  describeRequest(url, { method: "POST", operation: "Doing it" }, 1.5, outcome);

const describePath = (path: string) =>
  describe(`https://discord.com${path}`, 200).replace(
    /^\[http\] POST discord\.com(\S*) 200 in \d+ ms: Doing it$/,
    "$1",
  );

it("contains the method, URL without query, status, duration and operation", () => {
  expect(describe("https://discord.com/api/v10/users/@me?code=c0de", 204)).toMatch(
    /^\[http\] POST discord\.com\/api\/v10\/users\/@me 204 in \d+ ms: Doing it$/,
  );
});

it.each([
  [
    `/api/v10/webhooks/1574127050150876288/${token}/messages/@original`,
    "/api/v10/webhooks/1574127050150876288/[hidden]/messages/@original",
  ],
  [
    `/api/v10/interactions/1574127050150876288/${token}/callback`,
    "/api/v10/interactions/1574127050150876288/[hidden]/callback",
  ],
  ["/a-secret-of-the-proxy/api/v10", "/[hidden]/api/v10"],
  ["/v10.c0de/vsecret", "/[hidden]/[hidden]"],
  [
    `/api/v10/applications/1/activity-instances/${token}`,
    "/api/v10/applications/1/activity-instances/[hidden]",
  ],
])("hides possible tokens in %s", (path, expected) => {
  expect(describePath(path)).toBe(expected);
});

it.each<[unknown, string]>([
  [new ClientError({ type: ErrorType.NetworkError, code: "timeout", message: "It was slow." }), "timeout"],
  [new ClientError({ type: ErrorType.Aborted, code: token as "aborted", message: "x" }), "failed"],
  [new Error(token), "failed"],
  [undefined, "failed"],
])("shows a failure's error code: %s", (outcome, word) => {
  expect(describe("https://discord.com/api", outcome)).toContain(`/api ${word} in `);
});

/** Matches literal paths, paths below another, and OAuth URLs. */
const pattern =
  /path: [`"](\/(?:\$\{[^}]*\}|[^`"?$])+)|\$\{this\.#path\}(\/(?:\$\{[^}]*\}|[^`"?$])+)|\/(?:oauth2|partner-sdk)\/[^`"?${}…]+/g;

it("shows every path that the library requests", () => {
  const paths = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => /^(?:core\/request|commands|resources|interactions|tokens|sign-in)\/.*\.ts$/.test(path))
    .flatMap((path) => [...readFileSync(`src/${path}`, "utf8").matchAll(pattern)])
    .map(([whole, path, rest]) => path ?? rest ?? whole)
    .map((path) => path.replaceAll(/\$\{[^}]*\}/g, "1"));
  expect(paths.length).toBeGreaterThan(4);
  for (const path of paths) expect(describePath(path)).toBe(path);
});

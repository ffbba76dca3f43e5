import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** All calls that register or retire secrets, by file. */
const doors = [
  // The application's own secrets, the caller's tokens, and the commands client's credentials.
  "client.ts: pin",
  "client.ts: register",
  "client/tokens.ts: register",
  // A party's secret, which Discord passes to the players who join.
  "presence/updates.ts: register",
  // Tokens used in a single attempt or request.
  "sign-in/authorize.ts: scope",
  "sign-in/browser-consent.ts: scope",
  "social-sdk/backend.ts: scope",
  "tokens/device.ts: scope",
  "tokens/service-backend.ts: scope",
  // Tokens in a response.
  "social-sdk/backend.ts: register",
  "social-sdk/failures.ts: registerTokens",
  "tokens/own-server.ts: register",
  "tokens/token-endpoint.ts: registerTokens",
  // A player's tokens.
  "tokens/session-tokens.ts: register",
  "tokens/session-tokens.ts: replaceTokens",
];

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts"),
);
const sources = new Map(
  files.map((file) => [file, withoutComments(readFileSync(join("src", file), "utf8"))]),
);

test("registers and retires secrets only in the listed calls", () => {
  expect(
    new Set(callsOf(/\bsecrets\s*\??\.\s*(pin|register|registerTokens|replaceTokens|scope)\(/g)),
  ).toEqual(new Set(doors));
});

test("passes secrets to redactors only in Secrets", () => {
  const calls = callsOf(/(?:\bredactor|#load\(\))\s*\??\.\s*(add|remove)\(/g);
  const ofRedactors = calls.filter((call) => !call.startsWith("log/redactor.ts"));
  expect(new Set(ofRedactors)).toEqual(new Set(["log/secrets.ts: add", "log/secrets.ts: remove"]));
});

test("creates a redactor only for Secrets", () => {
  const users = ["client/context.ts", "social-sdk/inspect.ts"];
  expect(callsOf(/^import \{[^}]*\b(createRedactor)\b/gm)).toEqual(
    users.map((file) => `${file}: createRedactor`),
  );
  for (const file of users)
    expect(sources.get(file)?.match(/\S*\bcreateRedactor\)/g)).toEqual(["Secrets(createRedactor)"]);
});

/** Returns the calls that `pattern` finds, as `file: method`. */
function callsOf(pattern: RegExp): string[] {
  return [...sources].flatMap(([file, source]) =>
    [...source.matchAll(pattern)].map(([, method]) => `${file}: ${method}`),
  );
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/gm, "");
}

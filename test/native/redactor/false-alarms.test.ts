import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRedactor } from "../../../src/log/redactor.ts";

const redactor = createRedactor({ secrets: ["QDwqE3nT7vY0aXk2LmZsPf"] });

/** The READMEs in a directory tree, sorted by name. */
function readmesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return readmesIn(path);
    return /^readme/i.test(entry.name) && entry.isFile() ? [path] : [];
  });
}

function readmeLines(): string[] {
  const files = readmesIn("node_modules").map((path) => readFileSync(path, "utf8"));
  return files.flatMap((text) => text.split("\n")).filter((line) => line.trim() !== "");
}

test("changes at most one in 10,000 lines of prose", () => {
  const lines = readmeLines();
  expect(lines.length).toBeGreaterThanOrEqual(20_000);
  const changed = lines.filter((line) => redactor.redact(line) !== line);
  expect(changed.length, changed.join("\n")).toBeLessThanOrEqual(lines.length / 10_000);
});

test.each([
  "Bot GameHelper2 joined",
  "bot: started-by-cron",
  "assertion: expected 5",
  "assertion: expected abc12 to be 'def'",
  "Basic TypeScript tutorial",
  "basic HTTP/1.1 client",
  "#### Example - Basic RetryHandler with defaults",
  "paths: ['headers.authorization', 'user.password']",
  "an authorization, signature, or cache boundary",
  "Device Authorization, Client-Initiated Backchannel Authentication",
  "authorization: required",
  "let code_verifier: string = client.randomPKCECodeVerifier()",
  "access_token: getAccessToken(user)",
  "the refresh token: see below",
  "Bearer authentication, see RFC6750",
  "badge.svg?token=RF4mMKx6lL",
])("does not change %s", (text) => {
  expect(redactor.redact(text)).toBe(text);
});

describe("a real request or response with an unregistered value", () => {
  const opaque = "6qrZcUqja7812RVdnEKjpzOL4CvHBFG";
  const withoutDigits = "QaWsEdRfTgYhUjIkOlPqAzSxDcFv";
  const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  test.each([
    [`Authorization: Bearer ${opaque}`, opaque],
    [`Authorization: Bearer ${withoutDigits}`, withoutDigits],
    [`sent Bearer ${opaque} twice`, opaque],
    [`sent Bearer ${withoutDigits} twice`, withoutDigits],
    ["sent Basic MTIzNDU2Nzg5MDEyMzQ1Njc4OnBhc3M= twice", "MTIzNDU2Nzg5"],
    ["sent Basic dXNlcjpwYXNz twice", "dXNlcjpwYXNz"],
    ["sent Bot MTIzNDU2Nzg5MDEyMzQ1Njc4.GhIjKl.abcdefghijkl twice", "MTIz"],
    ['["authorization","Bot abc"]', "abc"],
    [`{"authorization":"${opaque}"}`, opaque],
    [`access_token=${withoutDigits}`, withoutDigits],
    ["access_token=short", "short"],
    [`a=b&refresh_token=${opaque}&c`, opaque],
    [`"refresh_token":"${opaque}"`, opaque],
    [`refresh_token: ${opaque}`, opaque],
    [`id_token: ${withoutDigits}`, withoutDigits],
    [`client_secret=${opaque}`, opaque],
    ["{ client_secret: 'hush-hush' }", "hush-hush"],
    [`code_verifier=${verifier}`, verifier],
    [`codeVerifier: '${verifier}'`, verifier],
    [`GET /callback?code=NhhvTDYsFcdgNLnnLijcl7Ku7bEEeee&state=abcdefgh`, "NhhvTDYs"],
    ["GET /callback?code=NhhvTDYs&state=qwertzui", "qwertzui"],
    [`{"code":"NhhvTDYsFcdgNLnnLijcl7Ku7bEEeee"}`, "NhhvTDYs"],
    ['{"device_code":"shortone","user_code":"WDJB-MJHT"}', "WDJB"],
    ['{"device_code":"shortone"}', "shortone"],
    ["https://example.com/device?user_code=WDJB-MJHT", "WDJB"],
    ["assertion=eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "eyJ"],
    [`/socket?token=${opaque}`, opaque],
  ])("is masked: %s", (text, secret) => {
    expect(redactor.redact(text)).not.toContain(secret);
  });
});

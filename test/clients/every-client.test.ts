import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readTable } from "../setup/markdown-table.ts";
import manifest from "./package.json" with { type: "json" };

/** Packages that clients depend on, tested together with those clients. */
const parts = [
  "passport",
  "@discordjs/ws",
  "discord-api-types",
  "snowtransfer",
  "ws",
  "@robojs/server",
  "@robojs/patch",
  "@discord/embedded-app-sdk",
  "vite",
];

/** Clients in other languages, installed from Debian, with their versions. */
const inOtherLanguages = {
  "golang-github-gorilla-websocket": "1.5.0",
  "python3-authlib": "1.2.0",
  "python3-discord": "2.2.2",
  "python3-requests-oauthlib": "1.3.0",
  "python3-social-auth-core": "4.3.0",
  "ruby-discordrb-webhooks": "3.4.2",
  "ruby-oauth2": "1.4.4",
};

const here = (path: string) => new URL(path, import.meta.url);
const listed = readTable(readFileSync(here("README.md"), "utf8"), "The clients");

/** Returns the README's table, computed from the installed clients and their suites. */
function listClients(): string[][] {
  const suites = new Map(
    ["base-url", "namespace"].flatMap((method) =>
      readdirSync(here(method)).map((file) => [file, method] as const),
    ),
  );
  return Object.entries<string>({ ...manifest.devDependencies, ...inOtherLanguages })
    .filter(([name]) => !name.startsWith("@types/") && !parts.includes(name))
    .map(([name, version]) => {
      const file = `${name.replace("@", "").replace("/", "-")}.test.ts`;
      const method = suites.get(file) ?? "no suite";
      return [name, version, method, String(countTests(`${method}/${file}`))];
    });
}

function countTests(path: string): number {
  return readFileSync(here(path), "utf8").match(/^ *it[.(]/gm)?.length ?? 0;
}

test("has a suite and a README row for every installed client", () => {
  const rows = listed.map(([name, version, _kind, method, tests]) => [name, version, method, tests]);
  expect(rows).toEqual(listClients().sort(([one = ""], [other = ""]) => (one < other ? -1 : 1)));
});

test("has an installed client for every suite", () => {
  const files = ["base-url", "namespace"].flatMap((method) => readdirSync(here(method)));
  expect(files).toHaveLength(listClients().length);
});

describe("the number of clients of each kind", () => {
  const ofKind = (kind: string) => listed.filter(([, , kinds = ""]) => kinds.split(", ").includes(kind));

  test.each(["OAuth", "REST", "gateway", "interactions"])("is at least six: %s", (kind) => {
    expect(ofKind(kind).length).toBeGreaterThanOrEqual(6);
  });

  test("is at least four for languages other than JavaScript", () => {
    expect(listed.filter(([name = ""]) => name in inOtherLanguages).length).toBeGreaterThanOrEqual(4);
  });
});

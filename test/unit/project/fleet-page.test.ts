import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { channels } from "../../../src/server/tracing/fleet-channels.ts";
import { lifeOf } from "../../../src/server/renewals.ts";

const page = readFileSync("docs/fleet.md", "utf8");
const cells = (line: string) => line.split("|").map((cell) => cell.trim());
/** The last cell of the row that begins so. */
const figure = (start: string) =>
  cells(page.split("\n").find((line) => line.startsWith(`| ${start}`)) ?? "").at(-2);

test("the page lists every channel, and no other", () => {
  const listed = [...page.matchAll(/^\| `(slashpass:[a-z:]+)`/gm)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set(Object.values(channels).map(({ name }) => name)));
});

test("the page's refreshes a second are what the code does with tokens of a week", () => {
  const { dueMs = 0 } = lifeOf(604_800, 0);
  const average = Math.round(100_000_000 / (dueMs / 1000));
  expect(page).toContain("(604,800 − 86,400)");
  expect(dueMs).toBe((604_800 - 86_400) * 1000);
  expect(figure("refreshes, on average")).toBe(`${average} a second`);
  expect(figure("refreshes at a peak")).toBe(`${average * 4} a second`);
});

test("the page's memory and shards follow from the bytes that the guide measured", () => {
  const guide = readFileSync("docs/guides/server.md", "utf8").replaceAll("\n", " ");
  const [, player, session] = (/take (\d+) bytes each .*? session adds (\d+) bytes/.exec(guide) ?? []).map(
    Number,
  );
  const all = 100_000_000 * (Number(player) + Number(session));
  const shards = Math.ceil(all / 25e9);
  expect(figure(`memory of the tokens, at ${player} bytes`)).toBe(
    `${(Number(player) * 100_000_000) / 1e9} GB`,
  );
  expect(figure(`memory with a session of each, at ${session} bytes more`)).toBe(`${all / 1e9} GB`);
  expect(figure("masters of 25 GB")).toBe(String(shards));
  expect(figure(`players on one of ${shards} masters`)).toBe(
    Math.floor(100_000_000 / shards).toLocaleString("en"),
  );
  expect(page).toContain(`With ${shards} shards`);
});

test("the page's requests a second follow from the time of an answer", () => {
  for (const ms of [10, 100, 200]) {
    expect(page).toContain(`${(50 / (1 + ms / 1000)).toFixed(1)} at ${ms} ms`);
  }
});

test("the Compose file runs the demo against its own Redis", () => {
  const { services } = parse(readFileSync("examples/fleet/compose.yaml", "utf8")) as {
    services: Record<string, Record<string, unknown>>;
  };
  expect(services["fleet"]).toMatchObject({
    depends_on: { redis: { condition: "service_healthy" } },
    environment: { REDIS_URL: "redis://redis:6379" },
    command: ["node", "examples/fleet/demo.js"],
  });
  expect(services["redis"]?.["command"]).toEqual(
    expect.arrayContaining(["--maxmemory-policy", "noeviction"]),
  );
  expect(page).toContain("docker compose --file examples/fleet/compose.yaml up --abort-on-container-exit");
});

// The files in test/fixtures/formats-0.1.0 were written by version 0.1.0. Never change them, because later versions have to read
// them too.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readJournal } from "../../../src/cli/dev/journal.ts";
import { CommandsClient, type Snapshot } from "../../../src/commands/index.ts";
import { parseEntries } from "../../../src/commands/many-guilds.ts";
import { parseSnapshot } from "../../../src/commands/snapshot.ts";
import { type EmulatorState, startEmulator, type WorldInit } from "../../../src/emulator/index.ts";
import { readStoredTokens } from "../../../src/server/stored-tokens.ts";
import { fileTokenStore } from "../../../src/store/own-stores.ts";
import { parseRecord } from "../../../src/tokens/token-set.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

const folder = new URL("../../fixtures/formats-0.1.0/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");
const readJson = (name: string): unknown => JSON.parse(read(name));

/** Replaces the version, which every format stores as 1. */
const ofNextVersion = (text: string): string => text.replaceAll(/"(v|version|format)":\s*1\b/g, '"$1":2');

it("reads a session record from 0.1.0", () => {
  const record = read("session.json");
  expect(parseRecord(record)).toEqual({
    accessToken: "an-access-token",
    refreshToken: "a-refresh-token",
    receivedAt: 1_790_000_000_000,
    expiresAt: 1_790_604_800_000,
    scopes: "identify openid",
    requestedScopes: "openid identify",
    player: {
      id: "1000000000000000007",
      username: "ada",
      globalName: "Ada",
      avatar: "0123456789abcdef0123456789abcdef",
    },
  });
  expect(parseRecord(ofNextVersion(record))).toBeUndefined();
});

it("reads a token file from 0.1.0 and rejects a newer one", async () => {
  const path = join(temporaryFolder(), "tokens.bin");
  cpSync(new URL("tokens.bin", folder), path);
  const store = fileTokenStore({ path, key: new Uint8Array(32).fill(7) });
  expect(await store.get("1000000000000000001")).toBe(read("session.json"));
  const bytes = readFileSync(path);
  bytes.write("slashpass-2", "ascii");
  writeFileSync(path, bytes);
  await expect(store.get("1000000000000000001")).rejects.toMatchObject({ code: "store_failed" });
});

it("reads a server's player record from 0.1.0 and rejects a newer one", () => {
  const record = read("player-tokens.json");
  expect(readStoredTokens(record)).toEqual({
    accessToken: "an-access-token",
    refreshToken: "a-refresh-token",
    scopes: "identify",
  });
  expect(() => readStoredTokens(ofNextVersion(record))).toThrow(
    expect.objectContaining({ code: "store_unreadable" }),
  );
});

it("reads a rollout journal from 0.1.0 and rejects a newer one", () => {
  const journal = read("rollout.jsonl");
  expect([...parseEntries(journal)].map(([guild, { status }]) => [guild, status])).toEqual([
    ["1000000000000000003", "saved"],
    ["1000000000000000006", "done"],
  ]);
  expect(() => parseEntries(ofNextVersion(journal))).toThrow(
    expect.objectContaining({ code: "journal_failed" }),
  );
});

it("reads a snapshot from 0.1.0 and rejects a newer one", () => {
  const { commands } = parseSnapshot(readJson("snapshot.json"), { scope: "global" });
  expect(commands.map(({ name }) => name)).toEqual(["play"]);
  const newer = JSON.parse(ofNextVersion(read("snapshot.json"))) as Snapshot;
  expect(() => parseSnapshot(newer, { scope: "global" })).toThrow(
    expect.objectContaining({ code: "invalid_snapshot" }),
  );
});

it("reads a `slashpass dev` journal from 0.1.0 and rejects a newer one", async () => {
  const path = join(temporaryFolder(), "journal.json");
  writeFileSync(path, read("dev-journal.json"), { mode: 0o600 });
  expect(await readJournal(path)).toMatchObject({ publicUrl: "https://game.example/interactions" });
  writeFileSync(path, ofNextVersion(read("dev-journal.json")));
  await expect(readJournal(path)).rejects.toMatchObject({ code: "journal_unusable" });
});

it("restores an emulator's state from 0.1.0 and rejects a newer one", async () => {
  const state = readJson("emulator-state.json") as EmulatorState;
  await using emulator = await startEmulator({ state });
  const commands = new CommandsClient(emulator.commandsOptions());
  expect((await commands.global.list()).map(({ name }) => name)).toEqual(["play"]);
  expect(emulator.players.map(({ name }) => name)).toEqual(["Ada", "Grace"]);
  const newer = { ...state, version: 2 } as unknown as EmulatorState;
  await expect(startEmulator({ state: newer })).rejects.toMatchObject({ code: "invalid_argument" });
});

it("loads a world from 0.1.0 and rejects a newer one", async () => {
  const world = readJson("world.json") as WorldInit;
  await using emulator = await startEmulator({ world });
  expect(emulator.exportWorld()).toEqual(world);
  const newer = { ...world, version: 2 } as unknown as WorldInit;
  await expect(startEmulator({ world: newer })).rejects.toMatchObject({ code: "invalid_argument" });
});

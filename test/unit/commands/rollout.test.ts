import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { fileJournal } from "../../../src/commands/file-journal.ts";
import { CommandsClient, type Fetch } from "../../../src/commands/index.ts";
import { FakeService } from "../../setup/commands/fake-service.ts";
import { applicationId, help, overwrite, ping, pong } from "../../setup/commands/samples.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

const guildIds = Array.from({ length: 8 }, (_, index) => `${500 + index}`);

let service: FakeService;
beforeEach(() => void (service = new FakeService()));

function connect(send: Fetch = service.fetch) {
  const credential = { botToken: "bot", userToken: async () => "user" };
  return new CommandsClient({ applicationId, credential, fetch: send });
}

/** A `fetch` that rejects requests for one guild. */
const refusing =
  (guildId: string): Fetch =>
  async (url, init) =>
    url.includes(`/guilds/${guildId}/`)
      ? new Response('{"code":50001,"message":"Missing Access"}', { status: 403 })
      : service.fetch(url, init);

test("writes one set to every guild and nothing on a second run", async () => {
  const client = connect();
  const first = await client.rollout([ping, help], [...guildIds, "500"]);
  expect(first).toEqual(guildIds.map((guildId) => ({ guildId, status: "done", writes: 1 })));
  for (const guildId of guildIds) expect(service.list(guildId)).toMatchObject([ping, help]);
  const second = await client.rollout([ping, help], guildIds);
  expect(second.map(({ writes }) => writes)).toEqual(guildIds.map(() => 0));
  expect(service.writes).toHaveLength(guildIds.length);
});

test("accepts a separate set for each guild", async () => {
  await connect().rollout((guildId) => (guildId === "503" ? [help] : [ping]), guildIds);
  expect(service.list("503")).toMatchObject([help]);
  expect(service.list("504")).toMatchObject([ping]);
});

test("continues with the other guilds if one fails", async () => {
  const progress: number[] = [];
  const results = await connect(refusing("502")).rollout([ping], guildIds, {
    concurrency: 2,
    onProgress: (_, done) => void progress.push(done),
  });
  expect(results.find(({ guildId }) => guildId === "502")).toMatchObject({
    status: "failed",
    error: { code: "missing_access" },
  });
  expect(results.filter(({ status }) => status === "done")).toHaveLength(guildIds.length - 1);
  expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("resumes an interrupted rollout from a journal", async () => {
  const journal = fileJournal(join(temporaryFolder(), "journal.jsonl"));
  const stop = new AbortController();
  const first = await connect().rollout([ping], guildIds, {
    journal,
    concurrency: 1,
    signal: stop.signal,
    onProgress: (_, done) => {
      if (done === 3) stop.abort();
    },
  });
  expect(first.map(({ status }) => status)).toEqual([
    "done",
    "done",
    "done",
    ...Array.from({ length: 5 }, () => "failed"),
  ]);
  const requests = service.requests.length;
  const second = await connect().rollout([ping], guildIds, { journal });
  expect(second.map(({ status }) => status)).toEqual([
    "skipped",
    "skipped",
    "skipped",
    ...Array.from({ length: 5 }, () => "done"),
  ]);
  expect(service.requests.length - requests).toBe(10);
  const other = await connect().rollout([help], guildIds, { journal });
  expect(other.map(({ status }) => status)).toEqual(guildIds.map(() => "done"));
});

test("restores permissions from the journal if a rollout fails after the rename that erased them", async () => {
  const file = join(temporaryFolder(), "journal.jsonl");
  const journal = fileJournal(file);
  service.seed("500", [ping]);
  const id = service.permit("ping", ["500"], "500");
  service.fault = (count, method) => (count === 3 && method !== "GET" ? "before" : undefined);
  const [first] = await connect().rollout([pong], ["500"], { journal });
  expect(first).toMatchObject({ status: "failed", writes: 1 });
  expect(await readFile(file, "utf8")).toContain(overwrite.id);
  const [second] = await connect().rollout([pong], ["500"], { journal });
  expect(second).toMatchObject({ status: "done", writes: 0 });
  expect(service.permissions.get("500")?.get(id)).toEqual([overwrite]);
});

test("writes permissions to the journal before the rename that erases them", async () => {
  let text = "";
  let textAtWrite = "";
  const journal = { read: async () => text, append: async (more: string) => void (text += more) };
  service.seed("500", [ping]);
  service.permit("ping", ["500"], "500");
  service.fault = (_, method) => {
    if (method !== "GET") textAtWrite ||= text;
    return undefined;
  };
  await connect().rollout([pong], ["500"], { journal });
  expect(textAtWrite).toContain(overwrite.id);
});

test("reports a guild as failed and continues if its commands cannot be read", async () => {
  const set = (guildId: string) => {
    if (guildId === "501") throw new Error("no file");
    return guildId === "502" ? [{ ...ping, nsfw: 1n as never }] : [ping];
  };
  const journal = fileJournal(join(temporaryFolder(), "journal.jsonl"));
  const results = await connect().rollout(set, guildIds, { journal });
  expect(results.filter(({ status }) => status === "failed")).toMatchObject([
    { guildId: "501", error: { code: "no_set" } },
    { guildId: "502", error: { code: "no_set" } },
  ]);
  expect(results.filter(({ status }) => status === "done")).toHaveLength(guildIds.length - 2);
});

test.each([0, -1, 1.5, Number.NaN, "3" as never])("rejects a concurrency of %j", async (concurrency) => {
  await expect(connect().rollout([ping], guildIds, { concurrency })).rejects.toMatchObject({
    code: "invalid_concurrency",
  });
  expect(service.requests).toEqual([]);
});

test("stops if the journal cannot be read or written", async () => {
  const folder = temporaryFolder();
  await expect(connect().rollout([ping], guildIds, { journal: fileJournal(folder) })).rejects.toMatchObject({
    code: "journal_failed",
    message: expect.stringContaining("EISDIR"),
  });
  expect(service.requests).toEqual([]);
  const journal = fileJournal(join(folder, "not-there", "journal.jsonl"));
  await expect(connect().rollout([ping], guildIds, { journal, concurrency: 1 })).rejects.toMatchObject({
    code: "journal_failed",
    message: expect.stringContaining("ENOENT"),
  });
  expect(service.writes).toHaveLength(1);
});

test.each([
  ["a set that is not a list", 5, ["1"], {}, "desired is a number"],
  ["guild ids that are not a list", [], "1", {}, "guildIds is a string"],
  ["a number as an id", [], ["1", 2], {}, "guildIds[1] is a JavaScript number"],
  [
    "a journal that cannot be written",
    [],
    ["1"],
    { journal: { read: async () => "" } },
    "options.journal is not an object",
  ],
  ["a file path as a journal", [], ["1"], { journal: "journal.jsonl" }, "options.journal is a string"],
  ["an unknown option", [], ["1"], { onprogress: () => 0 }, "Did you mean options.onProgress?"],
])("rejects %s before reading anything", async (_, set, ids, options, message) => {
  await expect(connect().rollout(set as never, ids as never, options as never)).rejects.toThrow(message);
});

import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fileRecords } from "../../../src/store/file-records.ts";
import { runProgram } from "../../setup/child-process.ts";
import { needs } from "../../setup/system-parts.ts";
import { sharedFolder, temporaryFolder } from "../../setup/temporary-folder.ts";

const key = randomBytes(32);
const folder = sharedFolder();
const path = join(folder, "tokens");

it("hides accounts and records in the file", async () => {
  await fileRecords(path, key).set("discord.com/1", "the-record");
  const bytes = readFileSync(path).toString("latin1");
  expect(bytes).not.toContain("the-record");
  expect(bytes).not.toContain("discord.com");
});

it("restricts reading to the owner", needs("a POSIX system"), () => {
  expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
});

it("shares records between two stores on one file, and loses none during parallel writes", async () => {
  const stores = [fileRecords(path, key), fileRecords(path, key)] as const;
  await Promise.all(stores.flatMap((store, one) => [0, 1, 2].map((two) => store.set(`${one}/${two}`, "x"))));
  const found = await Promise.all(["0/0", "0/2", "1/0", "1/2"].map((account) => stores[0].get(account)));
  expect(found).toEqual(["x", "x", "x", "x"]);
});

it("rejects a pipe at the file's path immediately", needs("a POSIX system"), async () => {
  const pipe = join(temporaryFolder(), "pipe");
  await runProgram("mkfifo", [pipe]);
  await expect(fileRecords(pipe, key).get("a")).rejects.toMatchObject({
    code: "store_failed",
    message: `The token file ${pipe} could not be read or written (it is a pipe, not a regular file).`,
  });
});

it("leaves no temporary file after a replacement", () => {
  expect(readdirSync(folder)).toEqual(["tokens"]);
});

it("removes only unfinished files of killed processes on the next change", async () => {
  const place = join(folder, "killed");
  mkdirSync(place);
  const others = ["tokens.new", "tokens.backup.new", `other.${randomUUID()}.new`];
  for (const name of [...others, `tokens.${randomUUID()}.new`, `tokens.${randomUUID()}.new`])
    writeFileSync(join(place, name), "unfinished");
  await fileRecords(join(place, "tokens"), key).set("a", "x");
  expect(readdirSync(place).sort()).toEqual([...others, "tokens"].sort());
  rmSync(place, { recursive: true });
});

it.each(["before the file is there", "once it is"])(
  "shares one lock between different paths of the file, %s",
  async (when) => {
    const [place, link] = [join(folder, "place"), join(folder, "link")];
    mkdirSync(place);
    symlinkSync(place, link);
    const [here, there] = [place, link].map((at) => fileRecords(join(at, "tokens"), key));
    if (when === "once it is") await here?.set("a", "x");
    const steps: string[] = [];
    let waiting: Promise<unknown> | undefined;
    await here?.exclusively("a", async () => {
      waiting = there?.exclusively("a", () => Promise.resolve(steps.push("second")));
      for (const record of ["x", "y", "z"]) {
        await here.set("a", record);
      }
      steps.push("first");
    });
    await waiting;
    expect(steps).toEqual(["first", "second"]);
    rmSync(link);
    rmSync(place, { recursive: true });
  },
);

it("rejects another key, and keeps the existing records", async () => {
  const stranger = fileRecords(path, randomBytes(32));
  const unreadable = { type: 4, code: "store_unreadable" };
  await expect(stranger.probe()).rejects.toMatchObject(unreadable);
  await expect(stranger.get("0/0")).rejects.toMatchObject(unreadable);
  await expect(stranger.set("0/0", "y")).rejects.toMatchObject(unreadable);
  expect(await fileRecords(path, key).get("0/0")).toBe("x");
});

it("detects any changed byte", async () => {
  const bytes = readFileSync(path);
  const copy = join(folder, "copy");
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(bytes.readUInt8(index) ^ 1, index);
    writeFileSync(copy, changed);
    await expect(fileRecords(copy, key).get("0/0")).rejects.toMatchObject({
      code: "store_unreadable",
    });
  }
});

it.each([0, 1, 12, 24, 39])("detects a file truncated to %i bytes", async (length) => {
  const cut = join(folder, "cut");
  writeFileSync(cut, readFileSync(path).subarray(0, length));
  await expect(fileRecords(cut, key).get("0/0")).rejects.toMatchObject({
    code: "store_unreadable",
  });
});

it("names a missing directory", async () => {
  const store = fileRecords(join(folder, "missing", "tokens"), key);
  await expect(store.set("a", "the-record")).rejects.toMatchObject({ type: 4, code: "store_failed" });
  await expect(store.set("a", "the-record")).rejects.toThrow(/missing.*ENOENT/);
});

it("reports an unreadable file instead of treating it as empty", async () => {
  const store = fileRecords(folder, key);
  await expect(store.get("a")).rejects.toMatchObject({ type: 4, code: "store_failed" });
  await expect(store.get("a")).rejects.toThrow(`${folder} could not be read or written (EISDIR)`);
});

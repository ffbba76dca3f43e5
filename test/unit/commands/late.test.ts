import { beforeEach, expect, test } from "vitest";
import { FakeService } from "../../setup/commands/fake-service.ts";
import { connectTo, guildId, help, ping, withUser } from "../../setup/commands/samples.ts";

let service: FakeService;
beforeEach(() => void (service = new FakeService()));

/** A list of one command, and a function that changes it while the rules are loading. */
function changing() {
  const command = { ...ping };
  const list = [command];
  const change = (): void => {
    command.name = "changed";
    list.push({ ...help });
  };
  return { command, list, change };
}

test.each([
  ["create", (own: ReturnType<typeof changing>) => connectTo(service).global.create(own.command)],
  ["overwrite", (own: ReturnType<typeof changing>) => connectTo(service).global.overwrite(own.list)],
  ["sync", (own: ReturnType<typeof changing>) => connectTo(service).global.sync(own.list)],
  ["rollout", (own: ReturnType<typeof changing>) => connectTo(service).rollout(own.list, [guildId])],
])("ignores changes to the commands after %s was called", async (name, call) => {
  const own = changing();
  const called = call(own);
  own.change();
  await called;
  expect(service.list(name === "rollout" ? guildId : "global").map((one) => one["name"])).toEqual(["ping"]);
});

test("ignores later changes to an edit, a plan and permissions", async () => {
  service.seed(guildId, [ping]);
  const id = service.idOf("ping", guildId);
  const guild = connectTo(service, withUser).guild(guildId);
  const edit = { description: "Early" };
  const editing = guild.edit(id, edit);
  edit.description = "Late";
  expect(await editing).toMatchObject({ description: "Early" });
  const own = changing();
  const planning = guild.plan(own.list);
  own.change();
  expect(await planning).toMatchObject({ creates: [], edits: [{ name: "ping" }] });
  const overwrites = [{ id: guildId, type: 1 as const, permission: false }];
  const permitting = guild.permissions.edit(id, overwrites);
  overwrites.pop();
  await permitting;
  expect(service.requests.at(-1)?.body).toEqual({
    permissions: [{ id: guildId, type: 1, permission: false }],
  });
});

test.each([
  ["create", (signal: AbortSignal) => connectTo(service).global.create(ping, { signal })],
  ["overwrite", (signal: AbortSignal) => connectTo(service).global.overwrite([ping], { signal })],
  ["plan", (signal: AbortSignal) => connectTo(service).global.plan([ping], { signal })],
  ["sync", (signal: AbortSignal) => connectTo(service).global.sync([ping], { signal })],
])("sends no request if %s is aborted while the rules are loading", async (_, call) => {
  const abort = new AbortController();
  const called = call(abort.signal);
  abort.abort();
  await expect(called).rejects.toMatchObject({ code: "aborted" });
  expect(service.requests).toEqual([]);
});

test("includes the caller in the stack of an error", async () => {
  async function ownCode(): Promise<void> {
    await connectTo(service).global.create({ ...ping, name: "" });
  }
  const error: unknown = await ownCode().catch((reason: unknown) => reason);
  expect((error as Error).stack).toMatch(/CommandScope\.create[^]*ownCode/);
});

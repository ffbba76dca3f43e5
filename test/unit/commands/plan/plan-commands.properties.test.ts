import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  ApplyError,
  type ApplyReport,
  type Command,
  CommandsClient,
  type DesiredCommand,
  planCommands,
  toDefinition,
} from "../../../../src/commands/index.ts";
import { cases } from "../../../setup/cases.ts";
import { commandSet } from "../../../setup/commands/command-sets.ts";
import { FakeService, type Fault } from "../../../setup/commands/fake-service.ts";
import { applicationId } from "../../../setup/commands/samples.ts";

const allow = ["delete-entry-point", "empty-scope"] as const;
const scope = "global";
const guildId = "200000000000000001";
const permission = { id: "300000000000000001", type: 1, permission: true };

function start(live: readonly DesiredCommand[]) {
  const service = new FakeService();
  service.seed(scope, live as never);
  const credential = { botToken: "bot" };
  const client = new CommandsClient({ applicationId, credential, fetch: service.fetch });
  return { service, global: client.global };
}

/** Returns the writes that turn one set into the other. Compares commands by name and type. */
function differences(desired: readonly DesiredCommand[], live: readonly unknown[]): unknown[] {
  return planCommands(desired, live as Command[], { scope, allow }).writes.concat();
}

test("reaches the desired state from any live state and leaves nothing to write", async () => {
  await fc.assert(
    fc.asyncProperty(commandSet, commandSet, async (live, desired) => {
      const { service, global } = start(live);
      const { plan, report } = await global.sync(desired, { allow });
      expect(report.done).toHaveLength(plan.cost.requests);
      expect(service.writes).toHaveLength(plan.cost.requests);
      expect(differences(desired, service.list(scope))).toEqual([]);
      // Repeats the check without the planner, comparing only names.
      expect(
        service
          .list(scope)
          .map(({ type, name }) => `${String(type)} ${String(name)}`)
          .toSorted(),
      ).toEqual(desired.map(({ type = 1, name }) => `${type} ${name}`).toSorted());
      for (const command of desired) {
        const { type = 1, name, ...fields } = command;
        const stored = service.list(scope).find((one) => one["name"] === name && one["type"] === type);
        expect(stored).toMatchObject({ nsfw: fields.nsfw ?? false });
        if ("description" in fields) expect(stored?.["description"]).toBe(fields.description);
      }
      await global.sync(desired, { allow });
      expect(service.writes).toHaveLength(plan.cost.requests);
    }),
    { numRuns: cases(300) },
  );
});

test("keeps the ids of edited commands and the versions of unchanged ones", async () => {
  await fc.assert(
    fc.asyncProperty(commandSet, commandSet, async (live, desired) => {
      const { service, global } = start(live);
      const before = new Map(service.list(scope).map((one) => [one["id"], one]));
      const { plan } = await global.sync(desired, { allow });
      for (const { id } of plan.edits) expect(service.list(scope).map((one) => one["id"])).toContain(id);
      if (plan.writes.some(({ kind }) => kind === "overwrite")) return;
      for (const { id } of plan.unchanged) {
        expect(service.list(scope)).toContainEqual(
          expect.objectContaining({ id, version: before.get(id)?.["version"] }),
        );
      }
    }),
    { numRuns: cases(200) },
  );
});

/** Every request that can occur in a shortest sequence. */
function possibleWrites(
  desired: readonly DesiredCommand[],
  live: readonly { readonly id: string; readonly type?: number }[],
) {
  return [
    ...live.map(({ id }) => ["DELETE", `/commands/${id}`, undefined] as const),
    ...desired.map((command) => ["POST", "/commands", JSON.stringify(command)] as const),
    ...live.flatMap(({ id, type = 1 }) =>
      desired
        .filter((command) => (command.type ?? 1) === type)
        .map((command) => ["PATCH", `/commands/${id}`, JSON.stringify({ ...resets, ...command })] as const),
    ),
    ["PUT", "/commands", JSON.stringify(desired.map((command) => pinned(command, live)))] as const,
  ];
}

const resets = {
  name_localizations: null,
  options: [],
  default_member_permissions: null,
  nsfw: false,
  contexts: null,
};

function pinned(command: DesiredCommand, live: readonly { readonly id: string; readonly type?: number }[]) {
  const found = command.type === 4 ? live.find(({ type }) => type === 4) : undefined;
  return { ...command, ...(found && { id: found.id }) };
}

/** Returns the minimum number of writes needed to reach the desired state, found by exhaustive search; 3 means 3 or more. */
async function fewestWrites(
  live: readonly DesiredCommand[],
  desired: readonly DesiredCommand[],
): Promise<number> {
  type State = readonly Record<string, unknown>[];
  let states: State[] = [start(live).service.list(scope)];
  for (let count = 0; count < 3; count++) {
    if (states.some((state) => isGoal(state, desired))) return count;
    const next: State[] = [];
    for (const state of states) {
      for (const [method, path, body] of possibleWrites(desired, state as never)) {
        const service = new FakeService();
        service.scopes.set(scope, [...state]);
        const url = `https://localhost/applications/${applicationId}${path}`;
        await service.fetch(url, body === undefined ? { method } : { method, body });
        next.push(service.list(scope));
      }
    }
    states = next;
  }
  return 3;
}

function isGoal(state: readonly Record<string, unknown>[], desired: readonly DesiredCommand[]): boolean {
  return differences(desired, state).length === 0;
}

test("for small sets, plans no more requests than an exhaustive search finds", async () => {
  const small = commandSet.filter(({ length }) => length <= 2);
  await fc.assert(
    fc.asyncProperty(small, small, async (live, desired) => {
      const { global } = start(live);
      const plan = await global.plan(desired, { allow });
      expect(Math.min(plan.cost.requests, 3)).toBe(await fewestWrites(live, desired));
    }),
    { numRuns: cases(150) },
  );
});

test("reaches the desired state on a rerun after faults at any request", async () => {
  const faults = fc.array(fc.constantFrom<Fault>("before", "after", undefined), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(commandSet, commandSet, faults, faults, async (live, desired, sequence, readFaults) => {
      const { service, global } = start(live);
      service.fault = (count, method) => (method === "GET" ? readFaults : sequence)[count - 1];
      for (let run = 0; run <= sequence.length + readFaults.length; run++) {
        const outcome: unknown = await global.sync(desired, { allow }).catch((error: unknown) => error);
        if (!(outcome instanceof Error)) break;
        // Only a failed write produces a report; a failed read does not.
        if (outcome instanceof ApplyError) expect(outcome.report.failed).toEqual(outcome.report.remaining[0]);
      }
      expect(differences(desired, service.list(scope))).toEqual([]);
    }),
    { numRuns: cases(200) },
  );
});

test("reaches the desired state on a rerun after a crash between any two requests", async () => {
  await fc.assert(
    fc.asyncProperty(commandSet, commandSet, fc.nat(3), async (live, desired, survived) => {
      const { service, global } = start([
        { type: 4, name: "z", handler: 3 } as never,
        ...live.filter(({ type }) => type !== 4),
      ]);
      const wanted = desired.filter(({ type }) => type !== 4);
      const plan = await global.plan(wanted);
      // Simulates a crash: later writes are never sent.
      service.fault = (count, method) => (count > survived && method !== "GET" ? "before" : undefined);
      await global.apply(plan, {}).catch(() => undefined);
      service.fault = () => undefined;
      const other = new CommandsClient({
        applicationId,
        credential: { botToken: "bot" },
        fetch: service.fetch,
      });
      await other.global.sync(wanted, { allow: ["empty-scope"] });
      expect((await other.global.plan(wanted)).writes).toEqual([]);
      expect(service.list(scope).filter(({ type }) => type === 4)).toHaveLength(1);
    }),
    { numRuns: cases(150) },
  );
});

/** A live set, and how each of its commands is renamed: by id, by `renamedFrom`, or not at all. */
const renaming = fc
  .tuple(commandSet, fc.array(fc.constantFrom("id", "renamedFrom", undefined), { minLength: 4 }))
  .map(([live, renamings]) => ({ live: live.filter(({ type }) => type !== 4), renamings }));

test("keeps the ids and permissions of renamed commands regardless of other changes", async () => {
  await fc.assert(
    fc.asyncProperty(renaming, commandSet, async ({ live, renamings }, others) => {
      const service = new FakeService();
      service.seed(guildId, live as never);
      const before = service.list(guildId).map((one) => ({ ...one }));
      for (const { id } of before) permit(service, id as string);
      const renamed = live.map((command, index) => {
        const name = `${command.name}x`;
        const way = renamings[index];
        if (way === "id") return { ...command, name, id: before[index]?.["id"] as string };
        return way === undefined ? command : { ...command, name, renamedFrom: command.name };
      });
      // A new command whose name is in a `renamedFrom` would be rejected as ambiguous.
      const spoken = live.filter((_, index) => renamings[index] === "renamedFrom");
      const taken = new Set([...renamed, ...spoken].map(({ type = 1, name }) => `${type} ${name}`));
      const added = others.filter(({ type = 1, name }) => type !== 4 && !taken.has(`${type} ${name}`));
      const credential = { botToken: "bot", userToken: async () => "user" };
      const client = new CommandsClient({ applicationId, credential, fetch: service.fetch });
      const guild = client.guild(guildId);
      await guild.sync([...renamed, ...added] as never, { allow });
      for (const [index, { id }] of before.entries()) {
        const after = service.list(guildId).find((one) => one["id"] === id);
        expect(after?.["name"]).toBe(renamed[index]?.name);
        expect(service.permissions.get(guildId)?.get(id as string)).toEqual([permission]);
      }
      expect(service.list(guildId)).toHaveLength(renamed.length + added.length);
      expect((await guild.plan([...renamed, ...added] as never, { allow })).writes).toEqual([]);
    }),
    { numRuns: cases(200) },
  );
});

test("keeps a renamed command's permissions if reruns after faults resume from the report", async () => {
  const fault = fc.constantFrom<Fault>("before", "after", undefined);
  await fc.assert(
    fc.asyncProperty(renaming, fc.array(fault, { maxLength: 5 }), async ({ live }, sequence) => {
      const service = new FakeService();
      service.seed(guildId, live as never);
      const ids = service.list(guildId).map(({ id }) => id as string);
      for (const id of ids) permit(service, id);
      const desired = live.map((command) => ({
        ...command,
        name: `${command.name}x`,
        renamedFrom: command.name,
      }));
      const credential = { botToken: "bot", userToken: async () => "user" };
      const client = new CommandsClient({ applicationId, credential, fetch: service.fetch });
      service.fault = (count, method) => (method === "GET" ? undefined : sequence[count - 1]);
      let resume: ApplyReport | undefined;
      for (let run = 0; run <= sequence.length; run++) {
        const outcome: unknown = await client
          .guild(guildId)
          .sync(desired as never, { resume })
          .catch((error: unknown) => error);
        if (!(outcome instanceof Error)) break;
        // If the user cannot restore permissions, the run fails without a report before it erases any.
        if (outcome instanceof ApplyError) resume = outcome.report;
      }
      expect(service.list(guildId).map(({ name }) => name)).toEqual(desired.map(({ name }) => name));
      expect(ids.map((id) => service.permissions.get(guildId)?.get(id))).toEqual(ids.map(() => [permission]));
    }),
    { numRuns: cases(200) },
  );
});

function permit(service: FakeService, id: string): void {
  const all = service.permissions.get(guildId) ?? new Map<string, Record<string, unknown>[]>();
  service.permissions.set(guildId, all.set(id, [permission]));
}

test("plans no writes for pulled commands", async () => {
  await fc.assert(
    fc.asyncProperty(commandSet, async (live) => {
      const { global } = start(live);
      expect((await global.plan(await global.pull(), { allow })).writes).toEqual([]);
    }),
    { numRuns: cases(200) },
  );
});

test("restores a snapshot exactly", async () => {
  await fc.assert(
    fc.asyncProperty(commandSet, commandSet, async (live, meanwhile) => {
      const { service, global } = start(live);
      const snapshot = await global.snapshot();
      await global.sync(meanwhile, { allow });
      await global.restore(snapshot, { allow });
      const definitions = (await global.list()).map(toDefinition);
      expect(differences(definitions as DesiredCommand[], snapshot.commands)).toEqual([]);
      expect(service.list(scope)).toHaveLength(snapshot.commands.length);
    }),
    { numRuns: cases(200) },
  );
});

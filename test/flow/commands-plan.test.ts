import * as fc from "fast-check";
import { afterAll, beforeEach, expect, test } from "vitest";
import {
  ApplyError,
  CommandsClient,
  type DesiredCommand,
  type GuildCommand,
  planCommands,
  type TransportHooks,
} from "../../src/commands/index.ts";
import { startEmulator } from "../../src/emulator/index.ts";
import { cases } from "../setup/cases.ts";
import { commandSet } from "../setup/commands/command-sets.ts";
import { passWaits } from "../setup/pass-waits.ts";

const emulator = await startEmulator();
let nextGuild = 700n;
beforeEach(() => emulator.faults.clear());
afterAll(async () => emulator.close());

function newGuild(hooks: TransportHooks = {}) {
  const { id, clientSecret } = emulator.application;
  const credential = { clientId: id, clientSecret };
  const options = { ...emulator.commandsOptions(), credential, maxWaitMs: 5000, ...hooks };
  return new CommandsClient(options).guild(nextGuild++);
}

/** Command sets that are valid in a guild. */
const guildSet = commandSet.map((commands) => commands.filter(({ type }) => type !== 4).map(toGuildCommand));

function toGuildCommand(command: DesiredCommand): DesiredCommand<GuildCommand> {
  const fields: Record<string, unknown> = { ...command };
  delete fields["contexts"];
  delete fields["integration_types"];
  return fields as unknown as DesiredCommand<GuildCommand>;
}

const allow = ["empty-scope"] as const;

test("syncs any guild command set to the emulator, then plans no further changes", async () => {
  await fc.assert(
    fc.asyncProperty(guildSet, guildSet, async (before, desired) => {
      const guild = newGuild();
      await guild.sync(before, { allow });
      const { plan, report } = await guild.sync(desired, { allow });
      expect(report.done).toHaveLength(plan.cost.requests);
      const live = await guild.list({ withLocalizations: true });
      expect(planCommands(desired, live, { scope: "guild", allow }).writes).toEqual([]);
      expect(live.map(({ name, type = 1 }) => `${type} ${name}`).toSorted()).toEqual(
        desired.map(({ name, type = 1 }) => `${type} ${name}`).toSorted(),
      );
      const unchanged = new Set(plan.unchanged.map(({ id }) => id));
      expect(live.filter(({ id }) => unchanged.has(id))).toHaveLength(unchanged.size);
    }),
    { numRuns: cases(60, 6) },
  );
});

test("syncs a global command set and keeps the automatic entry point", async () => {
  await using other = await startEmulator({ world: { applications: [{ activities: true }] } });
  const { global } = new CommandsClient(other.commandsOptions());
  const [entryPoint] = await global.list();
  await fc.assert(
    fc.asyncProperty(commandSet, async (commands) => {
      const desired = commands.filter(({ type }) => type !== 4);
      await global.sync(desired, { allow });
      expect((await global.plan(desired)).writes).toEqual([]);
      expect((await global.list()).find(({ type }) => type === 4)).toMatchObject({ id: entryPoint?.id });
    }),
    { numRuns: cases(40, 6) },
  );
});

const faults = fc.constantFrom(
  { answer: "drop" as const },
  { answer: "drop-answer" as const },
  { answer: "half" as const },
  { answer: { status: 503 } },
  { answer: { status: 429, body: { message: "Slow down.", retry_after: 0.01, global: false } } },
  { answer: { status: 400, body: { code: 1, message: "No." } } },
);

test("reaches the desired state on a second run after any fault", async () => {
  const hooks = passWaits();
  await fc.assert(
    fc.asyncProperty(
      guildSet,
      guildSet,
      fc.array(faults, { maxLength: 2 }),
      async (before, desired, failures) => {
        const guild = newGuild(hooks);
        await guild.sync(before, { allow });
        for (const failure of failures) emulator.faults.add({ ...failure, path: /\/commands/, times: 1 });
        for (let run = 0; run < 4; run++) {
          const outcome: unknown = await guild.sync(desired, { allow }).catch((error: unknown) => error);
          if (!(outcome instanceof Error)) break;
          if (outcome instanceof ApplyError) expect(outcome.report.failed).toBeDefined();
        }
        emulator.faults.clear();
        expect((await guild.plan(desired)).writes).toEqual([]);
      },
    ),
    { numRuns: cases(25, 6) },
  );
});

test("rolls out to every guild within the emulator's limits, with no request rejected", async () => {
  await using limited = await startEmulator({ rateLimits: [{ requests: 3, seconds: 1 }] });
  const statuses: number[] = [];
  const client = new CommandsClient({
    ...limited.commandsOptions(),
    onResponse: ({ status }) => void statuses.push(status),
  });
  const guildIds = Array.from({ length: 10 }, (_, index) => `${800 + index}`);
  const results = await client.rollout([{ name: "ping", description: "Pong" }], guildIds);
  expect(results.every(({ status, writes }) => status === "done" && writes === 1)).toBe(true);
  expect(statuses).not.toContain(429);
});

test("produces a plan without changes or warnings for pulled guild and global commands", async () => {
  const calm = { allow } as const;
  await fc.assert(
    fc.asyncProperty(guildSet, fc.boolean(), async (commands, isBulk) => {
      const guild = newGuild();
      // In a guild overwrite, the service fills in fields that only global commands have.
      if (isBulk) await guild.overwrite(commands, calm);
      else await guild.sync(commands, calm);
      const pulled = await guild.pull();
      for (const field of ["contexts", "integration_types", "dm_permission", "guild_id"])
        for (const command of pulled) expect(command).not.toHaveProperty(field);
      const { writes, warnings } = await guild.plan(pulled as GuildCommand[], calm);
      expect({ writes, warnings }).toEqual({ writes: [], warnings: [] });
    }),
    { numRuns: cases(100, 10) },
  );
  await fc.assert(
    fc.asyncProperty(commandSet, async (commands) => {
      const others = commands.filter(({ type }) => type !== 4);
      // The daily create limit applies per application.
      const { global } = new CommandsClient(emulator.commandsOptions(emulator.addApplication()));
      await global.sync(others, calm);
      const { writes, warnings } = await global.plan(await global.pull(), calm);
      expect({ writes, warnings }).toEqual({ writes: [], warnings: [] });
    }),
    { numRuns: cases(100, 10) },
  );
});

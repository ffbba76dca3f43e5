import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CommandsClient, type PermissionRules, type RolloutJournal } from "../../../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { getAccessToken } from "../../../setup/emulator/players.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

const rules: PermissionRules = {
  match: [
    { role: "@everyone", allow: false },
    { role: "Moderator", allow: true },
    { channel: "#arena", allow: true },
  ],
};

/** Creates guilds with an application, and a client that records its requests. */
async function createGuilds(count: number, owner: string = emulator.players[0].name) {
  const names = Array.from({ length: count }, (_, at) => `Reef ${at}`);
  const guilds = names.map((name) =>
    emulator.addGuild({
      name,
      owner,
      roles: [{ name: "Moderator" }],
      channels: [{ name: "general" }, { name: "arena" }],
    }),
  );
  const command = { name: "match", description: "Starts a match." };
  const application = emulator.addApplication({ commands: [command], guilds: guilds.map(({ id }) => id) });
  const token = await getAccessToken(
    { ...emulator, application },
    "applications.commands.permissions.update",
  );
  const sent: string[] = [];
  const connect = (userToken: string | undefined = token) =>
    new CommandsClient({
      applicationId: application.id,
      credential: {
        botToken: application.botToken,
        ...(userToken !== "" && { userToken: async () => userToken }),
      },
      apiBase: emulator.apiBase,
      onRequest: ({ method }) => void sent.push(method),
    });
  return { connect, sent, guildIds: guilds.map(({ id }) => id) };
}

type Planned = Awaited<ReturnType<CommandsClient["planPermissions"]>>;
const plansOf = (guilds: Planned) => guilds.flatMap((one) => (one.status === "planned" ? [one.plan] : []));

function createJournal(): RolloutJournal & { text: string } {
  return {
    text: "",
    async read() {
      return this.text;
    },
    async append(text) {
      this.text += text;
    },
  };
}

describe("planPermissions and applyPermissions", () => {
  it("plans changes in all of the bot's guilds and applies each command's changes in one request", async () => {
    const { connect, sent, guildIds } = await createGuilds(3);
    const client = connect();
    const warnings: number[] = [];
    const plans = plansOf(
      await client.planPermissions(rules, { onProgress: (_, done) => warnings.push(done) }),
    );
    expect(plans.map(({ guildId }) => guildId).toSorted()).toEqual(guildIds.toSorted());
    expect(plans[0]).toMatchObject({ edits: [{ name: "match", before: [], after: [{}, {}, {}] }] });
    expect(warnings).toEqual([1, 2, 3]);
    sent.length = 0;
    const results = await client.applyPermissions(plans, { onProgress: (_, done) => warnings.push(done) });
    expect(results).toEqual(plans.map(({ guildId }) => ({ guildId, status: "done", writes: 1 })));
    expect(warnings).toEqual([1, 2, 3, 1, 2, 3]);
    expect(sent.filter((method) => method === "PUT")).toHaveLength(3);
    const again = plansOf(await client.planPermissions(rules));
    expect(again.map(({ edits, uses, unchanged }) => [edits, uses, unchanged])).toEqual(
      guildIds.map(() => [[], [], ["match"]]),
    );
    sent.length = 0;
    expect(await client.applyPermissions(again)).toMatchObject(
      guildIds.map(() => ({ status: "done", writes: 0 })),
    );
    expect(sent).toEqual([]);
  });

  it("applies rules only in their guilds and sends as few requests as possible", async () => {
    const { connect, guildIds, sent } = await createGuilds(2);
    const [first = ""] = guildIds;
    const inFirst = { match: [{ role: "Moderator", allow: false, in: first }] };
    const plans = plansOf(await connect().planPermissions(inFirst, { guildIds }));
    expect(plans.map(({ edits }) => edits.length)).toEqual([1, 0]);
    // One request for the global commands, and three per guild: the guild, its commands and its permissions.
    expect(sent).toHaveLength(1 + 2 * 3);
  });

  it("resolves members by username or id through the service", async () => {
    const { connect, guildIds } = await createGuilds(1);
    const [ada, grace] = emulator.players;
    const users = {
      match: [
        { user: ada.username, allow: true },
        { user: grace?.id ?? "", allow: false },
      ],
    };
    const client = connect();
    const plans = plansOf(await client.planPermissions(users, { guildIds }));
    expect(plans[0]?.edits[0]?.after).toMatchObject([{ id: ada.id, name: ada.username }, { id: grace?.id }]);
    expect(plans[0]?.uses).toMatchObject([{ who: { id: grace?.id }, gains: false }]);
    await client.applyPermissions(plans);
    // Members with existing overwrites are fetched too, because the outcome depends on their roles.
    const [without] = plansOf(await client.planPermissions({ match: [] }, { guildIds }));
    expect(without?.uses).toMatchObject([{ who: { name: grace?.username }, gains: true }]);
    // A member listed both by name and by id is fetched once.
    const twice = { match: [{ user: ada.username, allow: true }], "*": [{ user: ada.id, allow: true }] };
    expect(plansOf(await client.planPermissions(twice, { guildIds }))[0]?.edits).toHaveLength(2);
    const end = emulator.faults.add({
      path: /\/members\/\d+$/,
      answer: { status: 403, body: { code: 50_001 } },
    });
    expect(await client.planPermissions(users, { guildIds })).toMatchObject([
      { status: "failed", error: { errorCode: 50_001 } },
    ]);
    end();
    const nobody = { match: [{ user: "1400000000000000009", allow: true }] };
    expect(await client.planPermissions(nobody, { guildIds })).toMatchObject([
      { status: "failed", error: { code: "unresolved_rules" } },
    ]);
  });

  it("includes the channel names of existing overwrites", async () => {
    const { connect, guildIds } = await createGuilds(1);
    const client = connect();
    const arena = { match: [{ channel: "#arena", allow: false }] };
    await client.applyPermissions(plansOf(await client.planPermissions(arena, { guildIds })));
    const [plan] = plansOf(await client.planPermissions({ match: [] }, { guildIds }));
    expect(plan?.edits).toMatchObject([{ before: [{ type: 3, name: "arena" }], after: [] }]);
    const all = { match: [{ channel: "*", allow: false }] };
    await client.applyPermissions(plansOf(await client.planPermissions(all, { guildIds })));
    const [open] = plansOf(await client.planPermissions({ match: [] }, { guildIds }));
    expect(open?.edits[0]?.before).toEqual([{ id: expect.any(String), type: 3, permission: false }]);
  });

  it("fails only for guilds that are inaccessible or in which a name cannot be resolved", async () => {
    const { connect, guildIds } = await createGuilds(2);
    const [first = ""] = guildIds;
    const wrong = { match: [{ role: "Moderater", allow: true, in: first }] };
    const planned = await connect().planPermissions(wrong, {
      guildIds: [...guildIds, "1400000000000000009"],
    });
    expect(planned).toMatchObject([
      {
        status: "failed",
        error: { code: "unresolved_rules", message: expect.stringContaining("Moderator") },
      },
      { status: "planned" },
      { status: "failed", error: { code: "unknown_guild" } },
    ]);
  });

  it("does not overwrite permissions that have changed since the plan", async () => {
    const { connect, guildIds } = await createGuilds(1);
    const client = connect();
    const plans = plansOf(await client.planPermissions(rules, { guildIds }));
    const [command] = await client.global.list();
    const [guildId = ""] = guildIds;
    const other = [{ id: guildId, type: 1, permission: true }] as const;
    await client.guild(guildId).permissions.edit(command?.id ?? "", other);
    expect(await client.applyPermissions(plans)).toMatchObject([
      { status: "failed", writes: 0, error: { code: "plan_outdated" } },
    ]);
  });

  it("rejects before any request if there is no user token", async () => {
    const { connect, guildIds, sent } = await createGuilds(1);
    const client = connect("");
    const plans = plansOf(await client.planPermissions(rules, { guildIds }));
    sent.length = 0;
    await expect(client.applyPermissions(plans)).rejects.toMatchObject({ code: "missing_credential" });
    expect(await client.applyPermissions(plans.map((plan) => ({ ...plan, edits: [] })))).toMatchObject([
      { status: "done" },
    ]);
    expect(sent).toEqual([]);
  });

  it("reports why the service rejects a user without edit permission", async () => {
    const { connect, guildIds } = await createGuilds(1, "Grace");
    const client = connect();
    const plans = plansOf(await client.planPermissions(rules, { guildIds }));
    expect(await client.applyPermissions(plans)).toMatchObject([
      {
        status: "failed",
        error: {
          code: "missing_permissions",
          errorCode: 50_013,
          hint: expect.stringContaining("manage the guild"),
        },
      },
    ]);
  });

  it("skips guilds that the journal marks as done for the same rules and commands", async () => {
    const { connect, guildIds, sent } = await createGuilds(2);
    const client = connect();
    const journal = createJournal();
    const [first = "", second = ""] = guildIds;
    const [plan] = plansOf(await client.planPermissions(rules, { guildIds: [first], journal }));
    await client.applyPermissions(plan ? [plan] : [], { journal });
    sent.length = 0;
    expect(await client.planPermissions(rules, { guildIds, journal })).toMatchObject([
      { guildId: first, status: "skipped" },
      { guildId: second, status: "planned" },
    ]);
    expect(sent).toHaveLength(1 + 4);
    const others = { match: [] };
    expect(await client.planPermissions(others, { guildIds: [first], journal })).toMatchObject([
      { status: "planned" },
    ]);
    // A renamed command has lost its permissions, so the guild is not complete.
    const [command] = await client.global.list();
    await client.global.edit(command?.id ?? "", { name: "duel" }, { allowPermissionLoss: true });
    expect(await client.planPermissions(rules, { guildIds: [first], journal })).toMatchObject([
      { status: "failed", error: { code: "unresolved_rules" } },
    ]);
    const broken = {
      read: () => Promise.reject(new Error("the caller's own")),
      append: async () => undefined,
    };
    await expect(client.planPermissions(rules, { journal: broken })).rejects.toMatchObject({
      code: "journal_failed",
    });
  });

  it("keeps a rollout's pending permissions in the journal", async () => {
    const { connect, guildIds } = await createGuilds(1);
    const client = connect();
    const [guildId = ""] = guildIds;
    const journal = createJournal();
    const owed = [{ guildId, commandId: "41", permissions: [{ id: guildId, type: 1, permission: false }] }];
    await journal.append(
      `\n${JSON.stringify({ format: 1, guildId, digest: "a", status: "saved", savedPermissions: owed })}`,
    );
    await client.applyPermissions(plansOf(await client.planPermissions(rules, { guildIds })), { journal });
    const last = journal.text.split("\n").at(-1) ?? "";
    expect(JSON.parse(last)).toMatchObject({ status: "done", savedPermissions: owed });
  });

  it("can be aborted during planning and applying", async () => {
    const { connect, guildIds } = await createGuilds(3);
    const client = connect();
    const stop = new AbortController();
    const planning = client.planPermissions(rules, {
      guildIds,
      concurrency: 1,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await expect(planning).rejects.toMatchObject({ code: "aborted" });
    const plans = plansOf(await client.planPermissions(rules, { guildIds }));
    const later = new AbortController();
    const results = await client.applyPermissions(plans, {
      concurrency: 1,
      signal: later.signal,
      onProgress: () => later.abort(),
    });
    expect(results.map(({ status, error }) => error?.code ?? status)).toEqual(["done", "aborted", "aborted"]);
  });
});

describe("planPermissions and applyPermissions with invalid arguments", () => {
  const client = new CommandsClient({ applicationId: "1", credential: { botToken: "bot" } });
  const plan = { guildId: "1", guildName: "Reef", edits: [], uses: [], unchanged: [], kept: [], digest: "" };

  it.each([
    [{ match: 5 }, {}, "permissions.match is a number"],
    [{}, { guildIds: ["x"] }, 'options.guildIds[0] is not an id: "x".'],
    [{}, { guilds: [] }, "Did you mean options.guildIds?"],
    [{}, { concurrency: 0 }, "options.concurrency"],
    [{}, { journal: "guilds.journal" }, "options.journal"],
  ])("rejects invalid rules before any request: %j, %j", async (given, options: object, message) => {
    await expect(client.planPermissions(given as PermissionRules, options)).rejects.toThrow(message);
  });

  it.each([
    [5, "invalid_plan"],
    [[{}], "invalid_plan"],
    [[{ ...plan, edits: [{ id: "1", before: [] }] }], "invalid_plan"],
    [[{ ...plan, digest: 5 }], "invalid_plan"],
    [[{ ...plan, guildId: "../1" }], "invalid_plan"],
    [[plan, plan], "duplicate"],
  ])("rejects an invalid plan: %j", async (given, code) => {
    await expect(client.applyPermissions(given as (typeof plan)[])).rejects.toMatchObject({ code });
  });
});

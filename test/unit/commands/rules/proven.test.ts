import { expect, test, afterAll, beforeEach, vi, describe } from "vitest";
import {
  nameOf,
  passOn,
  remember,
  warningsAbout,
  proveCommand,
  proveSet,
  checkSet,
} from "../../../../src/commands/rules/proven.ts";
import { CommandsClient } from "../../../../src/commands/index.ts";
import { Visit } from "../../../../src/commands/rules/visit.ts";
import { defineCommand } from "../../../../src/interactions/index.ts";
import { startService } from "../../../setup/scripted-service.ts";
import { applicationId } from "../../../setup/commands/samples.ts";
import { ContextMenuCommandBuilder, SlashCommandBuilder } from "@discordjs/builders";
import { formatPath } from "../../../../src/core/request/path.ts";
import { validateCommand, validateCommandSet } from "../../../../src/commands/rules/validate.ts";
import { formatFindings } from "../../../setup/commands/rule-cases.ts";

const global = { scope: "global" } as const;

test("passes a proof to a derived command and freezes the command", () => {
  const made = passOn(remember(Object.freeze({ name: "ping" }), nameOf(global), []), {
    name: "ping",
    id: "5",
  });
  expect(warningsAbout(made, global)).toEqual([]);
  expect(Object.isFrozen(made)).toBe(true);
});

test("passes no proof to a derived command if the original has none", () => {
  const made = passOn({ name: "ping" }, { name: "ping", id: "5" });
  expect(warningsAbout(made, global)).toBeUndefined();
  expect(Object.isFrozen(made)).toBe(false);
});

test("returns no warnings about unknown fields unless they are allowed", () => {
  const allowing = { ...global, allowUnknownFields: true };
  const command = Object.freeze({ name: "ping", description: "d", unheard: 1 });
  const findings = validateCommand(command, allowing);
  expect(formatFindings(findings)).toEqual(["unknown-field at unheard"]);
  remember(command, nameOf(global), findings);
  expect(warningsAbout(command, allowing)).toEqual(findings);
  expect(warningsAbout(command, global)).toBeUndefined();
});

describe("repeated checks", () => {
  /** Counts the checks: each check of these commands visits their only option once. */
  const checks = vi.spyOn(Visit.prototype, "takePart");
  const command = (name: string) =>
    ({ name, description: "d", options: [{ type: 3, name: "text", description: "d" }] }) as const;

  beforeEach(() => {
    checks.mockClear();
  });
  afterAll(() => {
    checks.mockRestore();
  });

  /** Runs `act` with a client whose service has no commands yet and accepts every write. */
  async function withClient<Result>(
    act: (client: CommandsClient, bodies: unknown[]) => Promise<Result>,
  ): Promise<Result> {
    const bodies: unknown[] = [];
    await using service = await startService(({ method, body: text }) => {
      const body: unknown = text === "" ? undefined : JSON.parse(text);
      if (method !== "GET") bodies.push(body);
      const stored = (one: object) => ({ id: "7", version: "1", ...one });
      if (method === "GET") return { status: 200, body: [] };
      return { status: 200, body: Array.isArray(body) ? body.map(stored) : stored(body ?? {}) };
    });
    const credential = { botToken: "bot-token-of-the-test" };
    return await act(new CommandsClient({ applicationId, credential, apiBase: service.apiBase }), bodies);
  }

  const handle = () => undefined;

  test("checks a command only once if it is defined and then registered", async () => {
    const { body } = defineCommand({ ...command("ping"), handle });
    expect(checks).toHaveBeenCalledTimes(1);
    await withClient(async (client, bodies) => {
      await client.global.sync([body]);
      await client.global.create(body);
      await client.global.overwrite([body]);
      expect(bodies).toEqual([command("ping"), command("ping"), [command("ping")]]);
    });
    expect(checks).toHaveBeenCalledTimes(1);
  });

  const both = [command("ping"), command("pong")];
  test.each<[string, (client: CommandsClient) => Promise<unknown>]>([
    ["synchronized set", async (client) => client.global.sync(both)],
    ["guild overwrite", async (client) => client.guild("5").overwrite(both)],
  ])("checks each command in a %s once", async (_, send) => {
    await withClient(async (client, bodies) => {
      await send(client);
      expect(bodies).toEqual([both]);
    });
    expect(checks).toHaveBeenCalledTimes(2);
  });

  test("checks again for another scope, profile or set of installation contexts", async () => {
    const { body } = defineCommand({ ...command("ping"), handle });
    expect(warningsAbout(body, global)).toEqual([]);
    expect(warningsAbout(body, { ...global, profile: "live", partial: false })).toEqual([]);
    expect(warningsAbout(body, { scope: "guild" })).toBeUndefined();
    expect(warningsAbout(body, { ...global, profile: "spec" })).toBeUndefined();
    expect(warningsAbout(body, { ...global, partial: true })).toBeUndefined();
    expect(warningsAbout(body, { ...global, applicationInstalls: [0] })).toBeUndefined();
    await withClient(async (client) => client.guild("5").create(body));
    expect(checks).toHaveBeenCalledTimes(2);
  });

  test("does not apply a proof to a command that changed after its check", () => {
    const own = { ...command("ping"), options: [{ type: 3, name: "text", description: "d" }] };
    const { proven } = proveCommand(own, global);
    own.options.push({ type: 99, name: "NOT VALID", description: "" });
    expect(proven).toEqual(command("ping"));
    expect(warningsAbout(own, global)).toBeUndefined();
    expect(warningsAbout({ ...proven }, global)).toBeUndefined();
    expect(() => Object.assign(proven ?? {}, { name: "NOT VALID" })).toThrow(TypeError);
    expect(() => Object.assign(proven?.options[0] ?? {}, { name: "NOT VALID" })).toThrow(TypeError);
  });

  test("sends the checked values even if a getter returns another value later", async () => {
    let reads = 0;
    const shifty = Object.defineProperty({ description: "d" }, "name", {
      enumerable: true,
      get: () => (reads++ === 0 ? "ping" : "NOT VALID"),
    }) as { name: string; description: string };
    await withClient(async (client, bodies) => {
      await client.global.create(shifty);
      expect(bodies).toEqual([{ name: "ping", description: "d" }]);
    });
  });

  test("checks and copies the result of a builder's toJSON", () => {
    const builder = { secretly: 1, toJSON: () => command("ping") };
    expect(proveCommand<object>(builder, global).proven).toEqual(command("ping"));
  });

  test("returns a proven command's warnings again", () => {
    const { proven, findings } = proveCommand({ ...command("ping"), dm_permission: true }, global);
    expect(validateCommand(proven, global)).toEqual(findings);
    expect(validateCommandSet([proven], global)).toHaveLength(findings.length);
    expect(findings.every(({ severity }) => severity === "warning")).toBe(true);
  });

  test("does not treat an invalid command or set as proven", () => {
    expect(proveCommand({ name: "NOT VALID", description: "d" }, global).proven).toBeUndefined();
    const twins = proveSet([command("ping"), command("ping")], global);
    expect(twins.proven).toBeUndefined();
    expect(twins.findings.map(({ rule }) => rule)).toEqual(["set-name-unique"]);
    expect(proveSet("no list" as never, global).proven).toBeUndefined();
  });

  test("rejects input that is unreadable or cyclic", () => {
    const circle: { name: string; description: string; options: unknown[] } = {
      ...command("ping"),
      options: [],
    };
    circle.options.push(circle);
    const throwing = {
      ...command("ping"),
      get options(): never {
        throw new Error("no");
      },
    };
    for (const input of [
      circle,
      throwing,
      { ...command("ping"), options: Array(2_000_000).fill(undefined) },
    ]) {
      const { findings, proven } = proveCommand<object>(input, global);
      expect(proven).toBeUndefined();
      expect(findings.length).toBeGreaterThan(0);
    }
  });
});

describe("sets", () => {
  const options = { scope: "global" } as const;
  const wrong = { name: "NOT VALID", description: "d" };

  test("does not recheck proven commands, but compares them with each other", () => {
    const visit = new Visit({}, formatPath);
    checkSet(visit, [wrong, wrong], options, () => []);
    expect(formatFindings(visit.findings)).toEqual(["set-name-unique at [1].name"]);
  });

  test("validates the JSON of discord.js builders", () => {
    const play = new SlashCommandBuilder().setName("play").setDescription("Starts a match");
    play.addSubcommand((duel) =>
      duel
        .setName("duel")
        .setDescription("d")
        .addUserOption((rival) => rival.setName("rival").setDescription("d")),
    );
    const menu = new ContextMenuCommandBuilder().setName("Report").setType(3);
    expect(validateCommandSet([play, menu], { scope: "global" })).toEqual([]);
    expect(validateCommand(play, { scope: "global" })).toEqual([]);
  });

  test("reports a builder as unreadable if its toJSON throws", () => {
    const unfinished = new SlashCommandBuilder().setName("play");
    const findings = [...validateCommandSet([unfinished], options), ...validateCommand(unfinished, options)];
    expect(formatFindings(findings)).toEqual(["readable at play", "readable at the whole"]);
  });
});

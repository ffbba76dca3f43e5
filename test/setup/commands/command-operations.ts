import { ignoredByService } from "./rule-cases.ts";
import { toDefinition } from "../../../src/commands/rules/definition.ts";
import {
  validateCommand,
  validateCommandSet,
  validatePermissions,
} from "../../../src/commands/rules/validate.ts";
import type { Finding } from "../../../src/commands/rules/visit.ts";
import type { Profile } from "../../../src/commands/rules/grades.ts";
import type { CommandBook } from "../../../src/emulator/state/command-book.ts";
import { Refusal } from "../../../src/emulator/base/refusal.ts";
import { World } from "../../../src/emulator/state/world.ts";
import type { Command, InstallationContext } from "../../../src/wire/command.ts";
import type { Tidy } from "../description/bodies.ts";
import { callApi } from "../emulator/api.ts";
import {
  tidyCommand,
  tidyEdit,
  tidyGuildCommand,
  tidyGuildSet,
  tidyOverwrites,
  tidySet,
} from "./tidy-commands.ts";

/** A command operation that has a request body. */
export interface CommandOperation {
  /** The operation's name in the published description. */
  readonly name: string;
  /** The body's type in the published description. */
  readonly type: string;
  readonly tidy: Tidy;
  /** Returns the errors that the validator finds in a body. @throws Error if the emulator disagrees with the `live` profile. */
  judge(this: void, body: unknown): Promise<Readonly<Record<Profile, readonly Finding[]>>>;
}

const guildId = "200000000000000001";

type Installs = readonly InstallationContext[];

const ping = { name: "ping", description: "Pong" };
const day = 86_400_000;

/** Returns every command and permission operation that has a request body, backed by a dedicated emulator. */
export async function commandOperations(installs: Installs = [0, 1]): Promise<readonly CommandOperation[]> {
  const sandbox = new CommandSandbox(installs);
  const scopes = await Promise.all(
    (["global", "guild"] as const).map(async (scope): Promise<CommandOperation[]> => {
      const isGlobal = scope === "global";
      const path = `/applications/{application_id}${isGlobal ? "" : "/guilds/{guild_id}"}/commands`;
      const known = await sandbox.create(scope);
      const rules = { scope, applicationInstalls: installs };
      return [
        sandbox.operation({
          name: `POST ${path}`,
          type: "ApplicationCommandCreateRequest",
          tidy: isGlobal ? tidyCommand : tidyGuildCommand,
          validate: (body, profile) => validateCommand(body, { ...rules, profile }),
          send: async (body) => await sandbox.createOnce(scope, body),
        }),
        sandbox.operation({
          name: `PATCH ${path}/{command_id}`,
          type: "ApplicationCommandPatchRequestPartial",
          tidy: tidyEdit,
          validate: (body, profile) => sandbox.validateEdit(scope, known, body, profile),
          send: async (body) => await sandbox.ask("PATCH", `${sandbox.pathOf(scope)}/${known}`, body),
        }),
        sandbox.operation({
          name: `PUT ${path}`,
          type: "ApplicationCommandUpdateRequest[] | null",
          tidy: isGlobal ? tidySet : tidyGuildSet,
          validate: (body, profile) => validateCommandSet(body, { ...rules, profile }),
          send: async (body) => await sandbox.overwriteOnce(scope, body),
        }),
      ];
    }),
  );
  const permitted = await sandbox.create("guild");
  return [
    ...scopes.flat(),
    sandbox.operation({
      name: "PUT /applications/{application_id}/guilds/{guild_id}/commands/{command_id}/permissions",
      type: "{ permissions?: ApplicationCommandPermission[] | null; }",
      tidy: tidyOverwrites,
      validate: validateOverwrites,
      send: async (body) =>
        await sandbox.askAsPlayer("PUT", `${sandbox.pathOf("guild")}/${permitted}/permissions`, body),
    }),
  ];
}

function validateOverwrites(body: unknown): readonly Finding[] {
  const { permissions } = (typeof body === "object" && body !== null ? body : {}) as {
    permissions?: unknown;
  };
  return validatePermissions(permissions, { guildId }).map((finding) => ({
    ...finding,
    keys: ["permissions", ...finding.keys],
  }));
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

type Scope = "global" | "guild";

interface Draft extends Pick<CommandOperation, "name" | "type" | "tidy"> {
  readonly validate: (body: unknown, profile: Profile) => readonly Finding[];
  readonly send: (body: unknown) => Promise<Answer>;
}

/** An emulator that restores its commands after each body and has no daily create limit. */
class CommandSandbox {
  // Sets and single commands use separate worlds, because sending a set empties its scope.
  readonly #single: World;
  readonly #sets: World;
  readonly #installs: Installs;

  constructor(installs: Installs) {
    const options = { world: { applications: [{ integrationTypes: installs, activities: true }] } };
    this.#single = new World(options);
    this.#sets = new World(options);
    for (const world of [this.#single, this.#sets]) deleteEntryPoint(world);
    this.#installs = installs;
  }

  operation({ validate, send, ...operation }: Draft): CommandOperation {
    const judge = async (body: unknown) => {
      const errorsIn = (profile: Profile) =>
        validate(body, profile).filter(({ severity }) => severity === "error");
      // Validates before sending the request, because an edit changes the command into which it is merged.
      const errors = { spec: errorsIn("spec"), live: errorsIn("live") };
      const answer = await send(body);
      const isRefused = errors.live.some(({ rule }) => !ignoredByService.has(rule));
      if (isRefused !== answer.status >= 400) {
        throw disagreement(operation.name, body, errors.live, answer);
      }
      return errors;
    };
    return { ...operation, judge };
  }

  pathOf(scope: Scope, world: World = this.#single): string {
    const [{ id }] = world.applications;
    return scope === "global"
      ? `/applications/${id}/commands`
      : `/applications/${id}/guilds/${guildId}/commands`;
  }

  async ask(method: string, path: string, body?: unknown, world: World = this.#single): Promise<Answer> {
    return await answerOf(callApi(world, method, path, body));
  }

  async askAsPlayer(method: string, path: string, body: unknown): Promise<Answer> {
    const scopes = "applications.commands.permissions.update";
    const player = { bot: false, player: this.#single.players.first, scopes };
    return await answerOf(callApi(this.#single, method, path, body, player));
  }

  /** Creates a slash command that stays registered. @returns its id */
  async create(scope: Scope): Promise<string> {
    const { body } = await this.ask("POST", this.pathOf(scope), { ...ping, name: `stays-${newName()}` });
    return (body as Command).id;
  }

  async createOnce(scope: Scope, body: unknown): Promise<Answer> {
    const answer = await this.ask("POST", this.pathOf(scope), body ?? null);
    if (answer.status === 201) {
      this.#bookOf(this.#single).delete(scopeKey(scope), (answer.body as Command).id);
      this.#single.clock.advance(day);
    }
    return answer;
  }

  async overwriteOnce(scope: Scope, body: unknown): Promise<Answer> {
    const path = this.pathOf(scope, this.#sets);
    const answer = await this.ask("PUT", path, body ?? null, this.#sets);
    if (answer.status === 200) {
      for (const { id, type } of answer.body as readonly Command[])
        if (type === 4) this.#bookOf(this.#sets).delete(scopeKey(scope), id);
      this.#sets.clock.advance(day);
    }
    return answer;
  }

  #bookOf(world: World): CommandBook {
    return world.applications[0].commands;
  }

  /** Validates an edit both by itself and merged into the command that it changes. */
  validateEdit(scope: Scope, id: string, edit: unknown, profile: Profile): readonly Finding[] {
    const rules = { scope, profile, applicationInstalls: this.#installs };
    const alone = validateCommand(edit, { ...rules, partial: true });
    const errors = alone.filter(({ severity }) => severity === "error");
    if (errors.some(({ rule }) => !ignoredByService.has(rule))) return alone;
    const known = this.#bookOf(this.#single).get(scopeKey(scope), id);
    const whole = validateCommand({ ...toDefinition(known), ...(edit as object), type: 1 }, rules);
    const reported = new Set(whole.map(({ rule }) => rule));
    return [...errors.filter(({ rule }) => !reported.has(rule)), ...whole];
  }
}

/** Deletes the first application's entry point, which was created when Activities were enabled. */
export function deleteEntryPoint(world: World): void {
  const book = world.applications[0].commands;
  for (const { id } of book.list("global")) book.delete("global", id);
}

const scopeKey = (scope: Scope) => (scope === "global" ? scope : guildId);

let names = 0;
const newName = () => String(++names);

async function answerOf(response: Promise<{ status: number; body?: unknown }>): Promise<Answer> {
  try {
    const { status, body } = await response;
    return { status, body };
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.body };
    throw error;
  }
}

function disagreement(name: string, body: unknown, errors: readonly Finding[], answer: Answer): Error {
  return new Error(
    `${name}: the validator ${errors.length > 0 ? "rejects" : "accepts"} a body that the emulator does not: ` +
      JSON.stringify({ body, errors, answer }, undefined, 1),
  );
}

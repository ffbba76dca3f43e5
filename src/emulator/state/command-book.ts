import { RateLimited, invalidField, Refusal, refusal } from "../base/refusal.ts";
import { limits } from "../../wire/limits.ts";
import { isDeepStrictEqual } from "node:util";
import { isEntryPoint, findInCommand, findInSet } from "../../commands/rules/set.ts";
import type { Profile } from "../../commands/rules/grades.ts";
import type { Finding } from "../../commands/rules/visit.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { type Command, CommandType } from "../../wire/command.ts";
import { PermissionBook } from "./permission-book.ts";
import {
  bodyOf,
  bulkFieldsOf,
  type CommandBody,
  createRecord,
  keptBulkFields,
  type Scope,
} from "./command-record.ts";
import { generalWord, refuseFindings, tooManyCommands } from "./form-errors.ts";
import { type ApplicationTraits, refuseUnfit } from "./application-settings.ts";
import type { SavedCommands } from "./saved-commands.ts";
import { createSnowflake, Recent } from "../base/recent.ts";
import { JsonErrorCode } from "../../wire/error.ts";

const refillSeconds = 86_400 / limits.createsPerDay;

/**
 * The new commands that a scope may still get: a day's number, one coming back after another (Application Commands
 * Interface, "Limits"; the refill as observed at the service).
 */
export class CreateBudget {
  readonly #now: () => number;
  #left: number = limits.createsPerDay;
  #since: number;

  /** @param now - milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
    this.#since = now();
  }

  /**
   * Takes `count` creates, or none.
   *
   * @throws Refusal 30034, with status 429, when fewer are left.
   */
  take(count: number): void {
    // A machine's clock may be set back.
    const passed = Math.max(0, this.#now() - this.#since);
    const periods = Math.floor(passed / (refillSeconds * 1000));
    this.#left = Math.min(limits.createsPerDay, this.#left + periods);
    this.#since += periods * refillSeconds * 1000;
    if (count > this.#left) throw this.#spent(count);
    if (this.#left === limits.createsPerDay) this.#since = this.#now();
    this.#left -= count;
  }

  #spent(count: number): RateLimited {
    const missing = Math.min(count, limits.createsPerDay) - this.#left;
    const elapsed = (this.#now() - this.#since) / 1000;
    return new RateLimited({
      code: JsonErrorCode.DailyCreatesSpent,
      message: `Max number of daily application command creates has been reached (${limits.createsPerDay})`,
      retryAfter: missing * refillSeconds - elapsed,
      scope: "shared",
    });
  }
}

/** Whose commands a book holds. */
interface CommandBookInit extends ApplicationTraits {
  readonly applicationId: Snowflake;
  /** The installation contexts that the application supports. */
  readonly integrationTypes: readonly (0 | 1)[];
  /** Whose word the rules follow. */
  readonly profile?: Profile | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Place {
  readonly commands: Map<Snowflake, Command>;
  readonly budget: CreateBudget;
}

/**
 * The commands of one application, kept as the service keeps them (Application Commands Interface, "Endpoints",
 * "Limits"): ids survive, versions move only on change, a rename or delete erases permissions.
 */
export class CommandBook {
  readonly permissions: PermissionBook;
  readonly #init: CommandBookInit;
  readonly #global: Place;
  readonly #guilds = new Recent<Snowflake, Place>();

  constructor(init: CommandBookInit) {
    this.#init = init;
    this.permissions = new PermissionBook(init.applicationId);
    this.#global = this.#open();
  }

  list(scope: Scope): Command[] {
    return [...this.#in(scope).values()];
  }

  /** @throws Refusal 10063. */
  get(scope: Scope, id: Snowflake): Command {
    const command = this.#in(scope).get(id);
    if (!command) throw refusal("UnknownCommand");
    return command;
  }

  /** A command that a guild sees, its own or a global one. @throws Refusal 10063. */
  find(guildId: Snowflake, id: Snowflake): Command {
    return this.#in(guildId).get(id) ?? this.get("global", id);
  }

  /**
   * Creates a command, or overwrites the one of the same name and type.
   *
   * @throws Refusal 50035, 30032 or 30034.
   */
  upsert(scope: Scope, body: CommandBody): { command: Command; created: boolean } {
    refuseFindings(findInCommand(body, this.#rules(scope)));
    const draft = this.#draft(scope, body);
    const known = this.list(scope).find((command) => isSame(command, draft));
    if (!known) {
      const type = draft.type ?? CommandType.ChatInput;
      const count = this.list(scope).filter((command) => command.type === type).length;
      if (count >= limits.commandsByType[type]) throw tooManyCommands(limits.commandsByType[type]);
      this.#at(scope).budget.take(1);
    }
    return { command: this.#keep(scope, draft, known), created: known === undefined };
  }

  /**
   * Replaces the given fields.
   *
   * @throws Refusal 10063, 50035 or 40041.
   */
  edit(scope: Scope, id: Snowflake, body: CommandBody): Command {
    const known = this.get(scope, id);
    const rules = this.#rules(scope);
    // The service ignores a type in an edit, which the document does not take.
    const findings = findInCommand(body, { ...rules, partial: true });
    const isIgnored = ({ rule }: Finding): boolean => rule === "edit-type" && rules.profile !== "spec";
    refuseFindings(findings.filter((finding) => !isIgnored(finding)));
    const wanted = { ...bodyOf(known), ...body, type: known.type };
    refuseFindings(findInCommand(wanted, rules));
    const kept = scope === "global" ? {} : keptBulkFields(known);
    const draft = { ...this.#draft(scope, wanted), ...kept };
    const taken = this.list(scope).some((command) => command.id !== id && isSame(command, draft));
    if (taken) throw refusal("CommandNameTaken");
    return this.#keep(scope, draft, known);
  }

  /** @throws Refusal 10063. */
  delete(scope: Scope, id: Snowflake): void {
    this.get(scope, id);
    this.#in(scope).delete(id);
    this.permissions.erase(id);
  }

  /**
   * Replaces the whole list. An item keeps the command with its `id`, else the one of its name and type.
   *
   * @throws Refusal 50035, 30032, 30034, or 50240 when it would drop the entry point.
   */
  overwrite(scope: Scope, bodies: readonly CommandBody[]): Command[] {
    refuseFindings(findInSet(bodies, this.#rules(scope)));
    const known = this.list(scope);
    const drafts = bodies.map((body, index) => ({
      ...this.#draft(scope, body, `${index}.`),
      ...(scope !== "global" && bulkFieldsOf(body)),
    }));
    const kept = this.#matchAll(known, bodies, drafts);
    if (known.some(isEntryPoint) && !drafts.some(isEntryPoint)) throw entryPointDropped();
    this.#at(scope).budget.take(kept.filter((command) => command === undefined).length);
    for (const command of known) if (!kept.includes(command)) this.permissions.erase(command.id);
    this.#in(scope).clear();
    return drafts.map((draft, index) => this.#keep(scope, draft, kept[index]));
  }

  /** All of it, as plain data. */
  save(): SavedCommands {
    const scopes = ["global", ...this.#guilds.keys()];
    const places = scopes.map((scope) => ({ scope, commands: this.list(scope) }));
    return { places, permissions: this.permissions.save() };
  }

  /**
   * Replaces the content with saved commands.
   *
   * @throws Refusal 50035 for commands that the rules refuse.
   */
  restore({ places, permissions }: SavedCommands): void {
    for (const { scope, commands } of places) {
      const bodies = commands.map(bodyOf);
      refuseFindings(findInSet(bodies, this.#rules(scope)));
      this.#in(scope).clear();
      for (const [index, command] of commands.entries()) {
        const { id, version } = command;
        const kept = scope === "global" ? {} : keptBulkFields(command);
        const draft = this.#draft(scope, bodyOf(command), `${index}.`);
        this.#in(scope).set(id, { ...draft, ...kept, id, version });
      }
    }
    for (const { guild_id, id, permissions: overwrites } of permissions)
      this.permissions.set(guild_id, id, overwrites);
  }

  /** The known command of each draft: a command that an id names is no other draft's. */
  #matchAll(known: readonly Command[], bodies: readonly CommandBody[], drafts: readonly Command[]) {
    const named = bodies.map(({ id }) => known.find((command) => command.id === id));
    return drafts.map((draft, index) => {
      const byId = named[index];
      if (byId && byId.type !== draft.type) {
        throw immutableType(index);
      }
      return byId ?? known.find((command) => isSame(command, draft) && !named.includes(command));
    });
  }

  /** Puts a command in its place: its id survives, its version moves only when something changed. */
  #keep(scope: Scope, draft: Command, known: Command | undefined): Command {
    const same = known && { ...draft, id: known.id, version: known.version };
    const isChanged = same !== undefined && !isDeepStrictEqual(same, known);
    const kept = isChanged ? { ...same, version: createSnowflake(this.#init.now()) } : (same ?? draft);
    if (known && known.name !== kept.name) this.permissions.erase(known.id);
    this.#in(scope).set(kept.id, kept);
    return kept;
  }

  /** @throws Refusal 50035 for fields that the application may not have; `path` leads to the command. */
  #draft(scope: Scope, body: CommandBody, path = ""): Command {
    refuseUnfit(this.#init, body, path);
    return createRecord({ ...this.#init, scope }, body);
  }

  #rules(scope: Scope) {
    const { profile, integrationTypes } = this.#init;
    const place = scope === "global" ? ("global" as const) : ("guild" as const);
    // The service ignores unknown fields.
    return { scope: place, profile, allowUnknownFields: true, applicationInstalls: integrationTypes };
  }

  #in(scope: Scope): Map<Snowflake, Command> {
    return this.#at(scope).commands;
  }

  #at(scope: Scope): Place {
    if (scope === "global") return this.#global;
    const place = this.#guilds.get(scope) ?? this.#open();
    this.#guilds.set(scope, place);
    return place;
  }

  #open(): Place {
    return { commands: new Map(), budget: new CreateBudget(this.#init.now) };
  }
}

function isSame(one: Command, other: Command): boolean {
  return one.name === other.name && one.type === other.type;
}

/** As the service says it (discord/discord-api-docs#3628); its code has not been observed. */
function immutableType(index: number): Refusal {
  return invalidField(`${index}.type`, generalWord, "Application command types are immutable");
}

function entryPointDropped(): Refusal {
  return new Refusal(
    400,
    JsonErrorCode.EntryPointMissing,
    "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point command in your update request or delete it separately.",
  );
}

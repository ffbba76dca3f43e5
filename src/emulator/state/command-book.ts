import { RateLimited, invalidField, Refusal, refusal } from "../base/refusal.ts";
import { limits } from "../../wire/limits.ts";
import { isDeepStrictEqual } from "node:util";
import { isEntryPoint, findInCommand, findInSet } from "../../commands/rules/proven.ts";
import type { Profile } from "../../commands/rules/grades.ts";
import type { Finding } from "../../commands/rules/visit.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { type Command, CommandType, EntryPointHandler } from "../../wire/command.ts";
import { PermissionBook } from "./permission-book.ts";
import {
  commandBodyOf,
  bulkFieldsOf,
  type CommandBody,
  createRecord,
  preservedBulkFields,
  type RecordOwner,
  type SavedCommands,
  type Scope,
} from "./command-record.ts";
import {
  type ApplicationTraits,
  generalErrorCode,
  refuseFindings,
  refuseUnfit,
  tooManyCommands,
} from "./form-errors.ts";
import { createSnowflake, Recent } from "../base/recent.ts";
import { JsonErrorCode } from "../../wire/error.ts";
import { validationError } from "../../core/errors.ts";

const refillSeconds = 86_400 / limits.createsPerDay;

/** Refills gradually, as observed on the service (Application Commands Interface, "Limits"). */
export class CreateBudget {
  readonly #now: () => number;
  #remaining: number = limits.createsPerDay;
  #since: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#since = now();
  }

  take(count: number): void {
    const passed = Math.max(0, this.#now() - this.#since);
    const periods = Math.floor(passed / (refillSeconds * 1000));
    this.#remaining = Math.min(limits.createsPerDay, this.#remaining + periods);
    this.#since += periods * refillSeconds * 1000;
    if (count > this.#remaining) throw this.#spent(count);
    if (this.#remaining === limits.createsPerDay) this.#since = this.#now();
    this.#remaining -= count;
  }

  #spent(count: number): RateLimited {
    const missing = Math.min(count, limits.createsPerDay) - this.#remaining;
    const elapsed = (this.#now() - this.#since) / 1000;
    return new RateLimited({
      code: JsonErrorCode.DailyCreatesSpent,
      message: `Max number of daily application command creates has been reached (${limits.createsPerDay})`,
      retryAfter: missing * refillSeconds - elapsed,
      scope: "shared",
    });
  }
}

type CommandOwner = RecordOwner & ApplicationTraits;

// The service adds this command when Activities are enabled (Application Commands Interface, "Entry point handler types").
const automaticEntryPoint = {
  type: CommandType.PrimaryEntryPoint,
  name: "launch",
  description: "Launch an activity",
  handler: EntryPointHandler.DiscordLaunchActivity,
};

interface ScopeRecord {
  readonly commands: Map<Snowflake, Command>;
  readonly budget: CreateBudget;
}

/** Follows Application Commands Interface, "Endpoints" and "Limits". Renaming or deleting a command erases its permissions. */
export class CommandBook {
  readonly permissions: PermissionBook;
  readonly #owner: CommandOwner;
  readonly #profile: Profile | undefined;
  readonly #global: ScopeRecord;
  readonly #guilds = new Recent<Snowflake, ScopeRecord>();

  constructor(owner: CommandOwner, profile?: Profile) {
    this.#owner = owner;
    this.#profile = profile;
    this.permissions = new PermissionBook(owner.id);
    this.#global = this.#open();
  }

  /** @throws ClientError `invalid_command` (ValidationError). */
  fill(commands: readonly object[] = []): void {
    try {
      this.overwrite("global", commands as readonly CommandBody[]);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw validationError("invalid_command", `The service would reject these commands: ${error.reason}`);
    }
  }

  addEntryPoint(): void {
    if (!this.list("global").some(isEntryPoint)) this.upsert("global", automaticEntryPoint);
  }

  list(scope: Scope): Command[] {
    return [...this.#in(scope).values()];
  }

  get(scope: Scope, id: Snowflake): Command {
    const command = this.#in(scope).get(id);
    if (!command) throw refusal("UnknownCommand");
    return command;
  }

  /** @throws Refusal 10063. */
  find(guildId: Snowflake, id: Snowflake): Command {
    return this.#in(guildId).get(id) ?? this.get("global", id);
  }

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

  edit(scope: Scope, id: Snowflake, body: CommandBody): Command {
    const known = this.get(scope, id);
    const rules = this.#rules(scope);
    // Contrary to the documentation, the service ignores `type` in an edit.
    const findings = findInCommand(body, { ...rules, partial: true });
    const isIgnored = ({ rule }: Finding): boolean => rule === "edit-type" && rules.profile !== "spec";
    refuseFindings(findings.filter((finding) => !isIgnored(finding)));
    const wanted = { ...commandBodyOf(known), ...body, type: known.type };
    refuseFindings(findInCommand(wanted, rules));
    const preserved = scope === "global" ? {} : preservedBulkFields(known);
    const draft = { ...this.#draft(scope, wanted), ...preserved };
    const taken = this.list(scope).some((command) => command.id !== id && isSame(command, draft));
    if (taken) throw refusal("CommandNameTaken");
    return this.#keep(scope, draft, known);
  }

  delete(scope: Scope, id: Snowflake): void {
    this.get(scope, id);
    this.#in(scope).delete(id);
    this.permissions.erase(id);
  }

  /** Each item updates the command with the same `id`, or else the one with the same name and type. */
  overwrite(scope: Scope, bodies: readonly CommandBody[]): Command[] {
    refuseFindings(findInSet(bodies, this.#rules(scope)));
    const known = this.list(scope);
    const drafts = bodies.map((body, index) => ({
      ...this.#draft(scope, body, `${index}.`),
      ...(scope !== "global" && bulkFieldsOf(body)),
    }));
    const matches = this.#matchAll(known, bodies, drafts);
    if (known.some(isEntryPoint) && !drafts.some(isEntryPoint)) throw entryPointDropped();
    this.#at(scope).budget.take(matches.filter((command) => command === undefined).length);
    for (const command of known) if (!matches.includes(command)) this.permissions.erase(command.id);
    this.#in(scope).clear();
    return drafts.map((draft, index) => this.#keep(scope, draft, matches[index]));
  }

  save(): SavedCommands {
    const scopes = ["global", ...this.#guilds.keys()];
    const places = scopes.map((scope) => ({ scope, commands: this.list(scope) }));
    return { places, permissions: this.permissions.save() };
  }

  restore({ places, permissions }: SavedCommands): void {
    for (const { scope, commands } of places) {
      const bodies = commands.map(commandBodyOf);
      refuseFindings(findInSet(bodies, this.#rules(scope)));
      this.#in(scope).clear();
      for (const [index, command] of commands.entries()) {
        const { id, version } = command;
        const preserved = scope === "global" ? {} : preservedBulkFields(command);
        const draft = this.#draft(scope, commandBodyOf(command), `${index}.`);
        this.#in(scope).set(id, { ...draft, ...preserved, id, version });
      }
    }
    for (const { guild_id, id, permissions: overwrites } of permissions)
      this.permissions.set(guild_id, id, overwrites);
  }

  #matchAll(known: readonly Command[], bodies: readonly CommandBody[], drafts: readonly Command[]) {
    const named = bodies.map(({ id }) => known.find((command) => command.id === id));
    return drafts.map((draft, index) => {
      const byId = named[index];
      // Uses the service's message (discord/discord-api-docs#3628). The corresponding error code is unknown.
      if (byId && byId.type !== draft.type)
        throw invalidField(`${index}.type`, generalErrorCode, "Application command types are immutable");
      return byId ?? known.find((command) => isSame(command, draft) && !named.includes(command));
    });
  }

  #keep(scope: Scope, draft: Command, known: Command | undefined): Command {
    const same = known && { ...draft, id: known.id, version: known.version };
    const isChanged = same !== undefined && !isDeepStrictEqual(same, known);
    const stored = isChanged
      ? { ...same, version: createSnowflake(this.#owner.clock.now()) }
      : (same ?? draft);
    if (known && known.name !== stored.name) this.permissions.erase(known.id);
    this.#in(scope).set(stored.id, stored);
    return stored;
  }

  #draft(scope: Scope, body: CommandBody, path = ""): Command {
    refuseUnfit(this.#owner, body, path);
    return createRecord(this.#owner, scope, body);
  }

  #rules(scope: Scope) {
    const kind = scope === "global" ? ("global" as const) : ("guild" as const);
    // The service ignores unknown fields.
    return {
      scope: kind,
      profile: this.#profile,
      allowUnknownFields: true,
      applicationInstalls: this.#owner.integrationTypes,
    };
  }

  #in(scope: Scope): Map<Snowflake, Command> {
    return this.#at(scope).commands;
  }

  #at(scope: Scope): ScopeRecord {
    if (scope === "global") return this.#global;
    const record = this.#guilds.get(scope) ?? this.#open();
    this.#guilds.set(scope, record);
    return record;
  }

  #open(): ScopeRecord {
    return { commands: new Map(), budget: new CreateBudget(this.#owner.clock.now) };
  }
}

function isSame(command: Command, other: Command): boolean {
  return command.name === other.name && command.type === other.type;
}

function entryPointDropped(): Refusal {
  return new Refusal(
    400,
    JsonErrorCode.EntryPointMissing,
    "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point command in your update request or delete it separately.",
  );
}

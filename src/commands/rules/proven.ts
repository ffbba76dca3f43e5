import { formatPath, formatSetPath } from "../../core/request/path.ts";
import { type Finding, Visit } from "./visit.ts";
import { type CheckOptions, frozenCopy, frozenCopies, asCopy } from "./input.ts";
import { defaultProfile } from "./grades.ts";
import { isObject, isSnowflake } from "../../core/check/readers.ts";
import { CommandType } from "../../wire/command.ts";
import { checkCommand } from "./command.ts";
import { limits } from "../../wire/limits.ts";

export interface Checked<Result> {
  readonly findings: readonly Finding[];
  readonly proven: Result | undefined;
}

/** Skips the check if the command has already passed the same rules. */
export function proveCommand<C extends object>(command: C, options: CheckOptions): Checked<Proven<C>> {
  const warnings = warningsAbout(command, options);
  if (warnings) return { findings: warnings, proven: command as Proven<C> };
  const copy = frozenCopy(command);
  const findings = findInCommand(copy ?? command, options);
  if (!copy || hasErrors(findings)) return { findings, proven: undefined };
  return { findings, proven: remember(copy as C, nameOf(options), findings) };
}

/** Commands that have already passed the same rules are checked only against each other. */
export function proveSet<C extends object>(
  commands: readonly C[],
  options: CheckOptions,
): Checked<readonly Proven<C>[]> {
  const copies = frozenCopies(commands);
  const rules = nameOf(options);
  const findings = findInSet(copies ?? commands, options, (command) =>
    warningsAbout(command, options, rules),
  );
  if (!copies || hasErrors(findings)) return { findings, proven: undefined };
  const proven = copies.map((copy, index) => remember(copy as C, rules, findingsOf(index, findings)));
  return { findings, proven: Object.freeze(proven) };
}

function findingsOf(index: number, findings: readonly Finding[]): readonly Finding[] {
  return findings
    .filter(({ keys }) => keys[0] === index)
    .map((finding) => {
      const keys = finding.keys.slice(1);
      return { ...finding, path: formatPath(keys), keys };
    });
}

function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === "error");
}

declare const proof: unique symbol;

/** A frozen command that passed the rules without errors. */
export type Proven<Command> = Command & { readonly [proof]: true };

const warningsOf = new WeakMap<object, ReadonlyMap<string, readonly Finding[]>>();

/** Returns `undefined` unless the command passed exactly these rules. */
export function warningsAbout(
  command: unknown,
  options: CheckOptions,
  rules: string = nameOf(options),
): readonly Finding[] | undefined {
  if (typeof command !== "object" || command === null) return undefined;
  if (!options.takesOrigins && "renamedFrom" in command) return undefined;
  const warnings = warningsOf.get(command)?.get(rules);
  return !options.allowUnknownFields && warnings?.some(({ rule }) => rule === "unknown-field")
    ? undefined
    : warnings;
}

export function remember<C extends object>(
  command: C,
  rules: string,
  warnings: readonly Finding[],
): Proven<C> {
  const known = warningsOf.get(command);
  if (!known?.has(rules)) warningsOf.set(command, new Map([...(known ?? []), [rules, warnings]]));
  return command as Proven<C>;
}

/** `to` may differ from `from` only in its id and former name, which no single-command rule checks. */
export function passOn<C extends object>(from: object, to: C): C {
  const warnings = warningsOf.get(from);
  if (warnings) warningsOf.set(asCopy(to), warnings);
  return to;
}

/** Returns a key for the rules, which does not depend on whether unknown fields are allowed. */
export function nameOf({
  scope,
  profile = defaultProfile,
  partial = false,
  type,
  applicationInstalls,
}: CheckOptions): string {
  return JSON.stringify([scope, profile, partial, type, applicationInstalls ?? null]);
}

/** Checks the type, because an entry point can have any name. */
export function isEntryPoint({ type }: { readonly type?: unknown }): boolean {
  return type === CommandType.PrimaryEntryPoint;
}

// Far more than the sum of all limits. Commands beyond this number are not checked.
const maxExamined = 1000;

interface Registry {
  readonly names: Set<string>;
  readonly origins: Set<string>;
  readonly ids: Set<string>;
  readonly counts: Record<CommandType, number>;
}

type FoundBefore = (command: unknown, options: CheckOptions) => readonly Finding[] | undefined;

export function checkSet(
  visit: Visit,
  commands: unknown,
  options: CheckOptions,
  foundBefore: FoundBefore = () => undefined,
): void {
  if (!Array.isArray(commands)) return visit.report("set-list", undefined, commands);
  const registry: Registry = {
    names: new Set(),
    origins: new Set(),
    ids: new Set(),
    counts: { 1: 0, 2: 0, 3: 0, 4: 0 },
  };
  for (let index = 0; index < Math.min(commands.length, maxExamined); index++) {
    visit.beginCommand();
    const check = (): void => {
      const command = asSent(commands[index]);
      const found = foundBefore(command, options);
      if (found) visit.repeat(found);
      else checkCommand(visit, command, options);
      checkAmongOthers(visit, command, options, registry);
    };
    visit.inside(index, () => visit.guard(check));
  }
  checkCounts(visit, registry.counts, commands.length);
}

/** Calls `toJSON` on builders. Throws if the result cannot be copied. */
function asSent(command: unknown): unknown {
  if (!isObject(command) || typeof command["toJSON"] !== "function") return command;
  const sent = frozenCopy(command);
  if (!sent) throw new TypeError("no command");
  return sent;
}

function checkAmongOthers(visit: Visit, command: unknown, options: CheckOptions, registry: Registry): void {
  if (!isObject(command)) return;
  const { id, name, renamedFrom } = command;
  const type = command["type"] ?? CommandType.ChatInput;
  if (!visit.isAbsent(id)) checkId(visit, id, registry.ids);
  if (!(Object.values(CommandType) as unknown[]).includes(type)) return;
  registry.counts[type as CommandType]++;
  if (options.takesOrigins && renamedFrom !== undefined) {
    checkOrigin(visit, renamedFrom, type as CommandType, registry.origins);
  }
  if (typeof name !== "string") return;
  const key = `${type as CommandType} ${name}`;
  if (registry.names.has(key)) visit.report("set-name-unique", "name", name);
  registry.names.add(key);
}

function checkOrigin(visit: Visit, origin: unknown, type: CommandType, origins: Set<string>): void {
  const key = `${type} ${String(origin)}`;
  const isName = typeof origin === "string" && origin !== "";
  if (!isName || origins.has(key)) {
    visit.report("set-former-name", "renamedFrom", origin, [
      isName ? "is also the former name of an earlier command." : "is not a name.",
      "Use the current name of the live command, or omit the field.",
    ]);
  }
  origins.add(key);
}

function checkId(visit: Visit, id: unknown, ids: Set<string>): void {
  const known = isSnowflake(id);
  if (!known || ids.has(id)) {
    visit.report("set-id", "id", id, [
      known ? "is also the id of an earlier item." : "is not an id (a decimal string of at most 64 bits).",
      "Use the id of the command to keep, or omit it.",
    ]);
  }
  if (known) ids.add(id);
}

function checkCounts(visit: Visit, counts: Readonly<Record<CommandType, number>>, length: number): void {
  if (length > maxExamined) reportCount(visit, `has ${length} commands.`, length);
  for (const [name, type] of Object.entries(CommandType)) {
    const count = counts[type];
    const most = limits.commandsByType[type];
    if (count > most) {
      reportCount(visit, `has ${count} commands of type ${type} (${name}); the limit is ${most}.`, count);
    }
  }
}

function reportCount(visit: Visit, message: string, value: number): void {
  visit.report("set-count", undefined, value, [message, "Merge some into subcommands, or remove them."]);
}

export function findInCommand(command: unknown, options: CheckOptions): Finding[] {
  const visit = new Visit(options, formatPath);
  visit.guard(() => checkCommand(visit, asSent(command), options));
  return visit.findings;
}

export function findInSet(commands: unknown, options: CheckOptions, foundBefore?: FoundBefore): Finding[] {
  const visit = new Visit(options, (keys) => formatSetPath(keys, commands));
  visit.guard(() => checkSet(visit, commands, options, foundBefore));
  return visit.findings;
}

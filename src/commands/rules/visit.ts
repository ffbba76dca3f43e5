import type { PathKey } from "../../core/request/path.ts";
import { nearest } from "../../core/check/fields.ts";
import { defaultProfile, type Grade, grades, type Profile, type RuleId, type Severity } from "./grades.ts";
import type { CommandType, InstallationContext } from "../../wire/command.ts";
import { kindOf } from "../../core/check/readers.ts";

/** One thing that is wrong with a command. */
export interface Finding {
  readonly severity: Severity;
  /** The id of the rule, as in {@link https://github.com/slashpass/slashpass/blob/main/docs/command-rules.md}. */
  readonly rule: RuleId;
  /** Where: `options[2].name_localizations["de"]`; in a set the command is named: `ping.options[2].name`. */
  readonly path: string;
  /** The steps of the path, for programs; in a set the first is the index of the command. */
  readonly keys: readonly PathKey[];
  /** The offending value, shortened. */
  readonly value: string;
  /** What is wrong. */
  readonly message: string;
  /** How to mend it. */
  readonly fix: string;
  /** The word that the service uses for it in an error tree, where one has been observed. */
  readonly service?: string;
}

/** A field's value and an object's fields before anything is known about them. */
export type Fields = Readonly<Record<string, unknown>>;

/** A problem, without what the visit adds. */
interface Problem {
  readonly value: unknown;
  readonly message: string;
  readonly fix: string;
  readonly service?: ServiceWord | undefined;
}

/** What can belong in a field. */
type Kind = "a string" | "a list" | "an object" | "a dictionary of locales" | "true or false";

/** The service's word where it is something else. */
const wordsByKind: Readonly<Record<Kind, ServiceWord | undefined>> = {
  "a string": "STRING_TYPE_CONVERT",
  "a list": undefined,
  "an object": "MODEL_TYPE_CONVERT",
  "a dictionary of locales": "DICT_TYPE_CONVERT",
  "true or false": undefined,
};

// A command with more parts than this is over the size limit whatever they are, and shared or cyclic parts
// would otherwise be visited again and again.
const mostParts = 10_000;

/** How findings are graded. */
interface VisitOptions {
  readonly profile?: Profile | undefined;
  readonly allowUnknownFields?: boolean | undefined;
}

/** One walk through a command or a set: where it is, and what it found. */
export class Visit {
  readonly findings: Finding[] = [];
  /** Whether the command has an option with localized names, which must be compared with the others. */
  hasLocalizedOption = false;
  readonly profile: Profile;
  readonly #unknown: Severity;
  readonly #format: (keys: readonly PathKey[]) => string;
  readonly #keys: PathKey[] = [];
  #parts = 0;
  #unreadable = 0;

  constructor(
    { profile = defaultProfile, allowUnknownFields = false }: VisitOptions,
    format: (keys: readonly PathKey[]) => string,
  ) {
    this.profile = profile;
    this.#unknown = allowUnknownFields ? "warning" : grades["unknown-field"].severity;
    this.#format = format;
  }

  /** Goes one step down. */
  enter(key: PathKey): void {
    this.#keys.push(key);
  }

  /** Goes back up. */
  leave(): void {
    this.#keys.pop();
  }

  /** Counts one more part; false when the walk has gone on long enough. */
  takePart(): boolean {
    return ++this.#parts <= mostParts;
  }

  /** Begins again: for the next command of a set. */
  beginCommand(): void {
    this.#parts = 0;
    this.hasLocalizedOption = false;
  }

  /** How many parts could not be read so far. */
  get unreadable(): number {
    return this.#unreadable;
  }

  /**
   * Whether an optional field says nothing. In the published description every optional field may be null, in the
   * document only those that it calls nullable: these are not asked about here.
   */
  isAbsent(value: unknown): value is null | undefined {
    return value === undefined || (value === null && this.profile === "live");
  }

  /** Runs a check on input that may throw when read (getters, proxies): that is a finding too. */
  guard(check: () => void): void {
    const depth = this.#keys.length;
    try {
      check();
    } catch {
      this.#unreadable++;
      this.report("readable", undefined, {
        value: undefined,
        message: "cannot be read: a getter or proxy threw.",
        fix: "Pass plain data.",
      });
      this.#keys.length = depth;
    }
  }

  /** Adds a finding at the current place, or at a field below it. */
  report(rule: RuleId, below: PathKey | undefined, problem: Problem): void {
    const keys = below === undefined ? [...this.#keys] : [...this.#keys, below];
    const { severity, live, service: usual }: Grade = grades[rule];
    const service = problem.service ?? usual;
    this.findings.push({
      severity: rule === "unknown-field" ? this.#unknown : (this.profile === "live" && live) || severity,
      rule,
      path: this.#format(keys),
      keys,
      value: shorten(problem.value),
      message: problem.message,
      fix: problem.fix,
      ...(service !== undefined && { service }),
    });
  }

  /** Adds a finding for each field that `owner` ("a command") does not have, while there is room for more parts. */
  reportUnknown(fields: Fields, owner: string, known: ReadonlySet<string>): void {
    for (const field in fields) {
      // What is undefined is not sent.
      if (known.has(field) || fields[field] === undefined) continue;
      if (!this.takePart()) return;
      const like = nearest(field, [...known]);
      this.report("unknown-field", field, {
        value: field,
        message: `is not a known field of ${owner}: the service would ignore it.`,
        fix: `${like === undefined ? "Remove it" : `Did you mean ${like}? Otherwise remove it`}, or set allowUnknownFields: true if the service knows it.`,
      });
    }
  }

  /** Adds what an earlier check found at the current place. */
  repeat(findings: readonly Finding[]): void {
    for (const finding of findings) {
      const keys = [...this.#keys, ...finding.keys];
      this.findings.push({ ...finding, path: this.#format(keys), keys });
    }
  }

  /** Adds a finding about something at the current place that has no fields. */
  reportNoObject(rule: RuleId, value: unknown, wanted: string): void {
    const service = wordsByKind["an object"];
    this.report(rule, undefined, { value, message: "is not an object.", fix: `Write ${wanted}.`, service });
  }

  /** Adds a finding about a value of the wrong type. */
  reportType(below: PathKey | undefined, value: unknown, expected: Kind): void {
    this.report("field-type", below, {
      value,
      message: `is ${kindOf(value)}, but must be ${expected}.`,
      fix: `Write ${expected}, or leave the field out.`,
      service: wordsByKind[expected],
    });
  }
}

/** The service's word for a field that has to be there, where it is not. */
export function wordForMissing(value: unknown): ServiceWord | undefined {
  return value === undefined || value === null ? "BASE_TYPE_REQUIRED" : undefined;
}

function shorten(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  }
  const isShort = typeof value === "number" || typeof value === "boolean" || value === undefined;
  return isShort ? String(value) : kindOf(value);
}

/** Looks at each entry of a list field; returns false when the field is no list. */
export function checkList(
  visit: Visit,
  field: string,
  list: unknown,
  checkEntry: (index: number, entry: unknown) => void,
  unique: "list-unique" | "file-types-unique" = "list-unique",
): list is readonly unknown[] {
  if (!Array.isArray(list)) {
    visit.reportType(field, list, "a list");
    return false;
  }
  visit.enter(field);
  const seen = new Set<unknown>();
  for (let index = 0; index < list.length && visit.takePart(); index++) {
    const entry: unknown = list[index];
    checkEntry(index, entry);
    if (seen.has(entry)) {
      visit.report(unique, index, { value: entry, message: "is in the list already.", fix: "Remove it." });
    }
    seen.add(entry);
  }
  visit.leave();
  return true;
}

/** As {@link checkList}, for a field that is absent, null, or has at least one entry. */
export function checkFilledList(
  visit: Visit,
  field: string,
  list: unknown,
  checkEntry: (index: number, entry: unknown) => void,
): void {
  if (list === undefined || list === null) return;
  if (!checkList(visit, field, list, checkEntry) || list.length > 0) return;
  visit.report("list-empty", field, {
    value: list,
    message: "is an empty list.",
    fix: "Leave the field out for the default.",
  });
}

/** A word of the service's error trees. */
export type ServiceWord = keyof typeof serviceWords;

/** How commands are checked. */
export interface ValidateOptions {
  /** Where the command is registered. */
  readonly scope: "global" | "guild";
  /** Whose word counts where the service and the interface document differ. Default `live`, the service. */
  readonly profile?: Profile | undefined;
  /** The fields of an edit: what is absent stays as it is, so nothing is required. Default false. */
  readonly partial?: boolean | undefined;
  /** With `partial`: the type of the live command, where it is known. Names are then checked by its rules. */
  readonly type?: CommandType | undefined;
  /** Whether a field that is not known here is only a warning: for what the service has added since. Default false. */
  readonly allowUnknownFields?: boolean | undefined;
  /** The installation contexts the application supports, where they are known. */
  readonly applicationInstalls?: readonly InstallationContext[] | undefined;
}

/** {@link ValidateOptions}, and what only a plan takes. */
export interface CheckOptions extends ValidateOptions {
  /** Whether a command may say by `renamedFrom` what its name was. Default false. */
  readonly takesOrigins?: boolean | undefined;
}

/**
 * The words that the service puts into an error tree for commands and their permissions, and where each was seen. (GitHub
 * threads are named by repository and number.)
 */
export const serviceWords = {
  APPLICATION_COMMANDS_DUPLICATE_NAME: "albertgmz/BeatDock#103",
  APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID: "discord/discord-api-docs#3629, #5836",
  APPLICATION_COMMAND_INVALID_NAME: "Garlic-Team/gcommands#295",
  APPLICATION_COMMAND_OPTIONS_NAME_INVALID: "answers quoted in public code: Option name is already used",
  APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID: "discordjs/guide#1501, and answers quoted in public code",
  APPLICATION_COMMAND_OPTIONS_TYPE_INVALID:
    "answers quoted in public code: mutually exclusive to all other types",
  APPLICATION_COMMAND_TOO_LARGE: "discord/discord-api-docs#6648",
  BASE_TYPE_BAD_LENGTH: "discord/discord-api-docs#5836",
  BASE_TYPE_CHOICES: 'Discord documentation, Reference, "Error Messages"',
  BASE_TYPE_MAX_LENGTH: "TiagoMarinho/Soph#39",
  BASE_TYPE_REQUIRED: 'Discord documentation, Reference, "Error Messages"',
  DICT_TYPE_CONVERT: "Markoudstaal/node-red-contrib-discord-advanced#123",
  MODEL_TYPE_CONVERT: "discord/discord-api-docs#3784, #4494",
  NUMBER_TYPE_COERCE: "gonzyui/Discord-Template-V13#8",
  SET_TYPE_ALREADY_CONTAINS_VALUE: "answers quoted in public code, for lists without duplicates elsewhere",
  STRING_TYPE_CONVERT: "Androz2091/discord-backup#525",
  STRING_TYPE_REGEX: "discord/discord-api-docs#7371",
  UNION_TYPE_CHOICES: "answers quoted in public code, for options nested too deep",
} as const;

import type { ValidateOptions } from "./input.ts";
import type { PathKey } from "../../core/request/path.ts";
import { nearest } from "../../core/check/nearest.ts";
import {
  defaultProfile,
  type Grade,
  grades,
  type Profile,
  type RuleId,
  type ServiceWord,
  type Severity,
} from "./grades.ts";
import { kindOf } from "../../core/check/readers.ts";
import { cut } from "../../core/errors.ts";

/** A rule violation in a command. @stable */
export interface Finding {
  /** An `error` prevents the request from being sent; a `warning` does not. */
  readonly severity: Severity;
  /** The rule's id, as in {@link https://github.com/slashpass/slashpass/blob/main/docs/command-rules.md}. */
  readonly rule: RuleId;
  /** For example, `options[2].name_localizations["de"]`, or `ping.options[2].name` in a set. */
  readonly path: string;
  /** The path segments. In a set, the first segment is the command's index. */
  readonly keys: readonly PathKey[];
  /** The invalid value, truncated. Empty if the field is missing. */
  readonly value: string;
  readonly message: string;
  readonly fix: string;
  /** The corresponding code in the service's error trees, if observed. */
  readonly service?: string;
}

export type Fields = Readonly<Record<string, unknown>>;

type Kind = "a string" | "a list" | "an object" | "a dictionary of locales" | "true or false";

const termsByKind: Readonly<Partial<Record<Kind, ServiceWord>>> = {
  "a string": "STRING_TYPE_CONVERT",
  "an object": "MODEL_TYPE_CONVERT",
  "a dictionary of locales": "DICT_TYPE_CONVERT",
};

type Complaint = readonly [message: string, fix: string];

const complaints = {
  readable: ["cannot be read: a getter, a proxy or toJSON threw.", "Pass plain data."],
  "command-type": ["is not a command type.", "Use 1, 2, 3 or 4."],
  "edit-type": ["cannot be changed.", "Remove it, or delete the command and create another."],
  "name-required": ["is missing.", "Give it a name."],
  "description-command-type": ["does not belong to a user or message command.", "Remove it."],
  "options-command-type": ["does not belong to a command of this type.", "Remove it."],
  "handler-command-type": ["does not belong to a command of this type.", "Remove it."],
  "handler-value": ["is not a handler.", "Use 1 or 2."],
  "entry-point-scope": ["is an entry point, which a guild cannot have.", "Register it globally."],
  "option-name-unique": ["is also the name of an earlier option.", "Rename one of the two."],
  "options-mixed": [
    "is mixed with options of the other kind.",
    "A command has either subcommands and groups, or options with a value.",
  ],
  "group-empty": [
    "is a group without subcommands, which is not shown.",
    "Add a subcommand, or remove the group.",
  ],
  "choice-name-unique": ["is also the name of an earlier choice.", "Change or remove one of the two."],
  "choice-value-unique": ["is also the value of an earlier choice.", "Change or remove one of the two."],
  "channel-types-unusable": ["is a channel type that cannot be selected in an option.", "Remove it."],
  "file-types-unique": ["is already in the list.", "Remove it."],
  "autocomplete-choices": ["is enabled, but the option also has choices.", "Keep one of the two."],
  "text-blank": [
    "has no visible character.",
    "Use at least one visible character: the service's handling of blank text is undocumented.",
  ],
  "locale-unlisted": [
    "is in the service's schema, but not in its list of locales.",
    "The service may reject it. Use a listed locale to be safe.",
  ],
  "contexts-value": ["is invalid.", "Use one or more of: 0, 1, 2."],
  "integration-types-value": ["is invalid.", "Use one or more of: 0, 1."],
  "integration-types-supported": [
    "is not supported by the application.",
    "Enable it in the developer portal, under Installation, or remove it.",
  ],
  "list-empty": ["is an empty list.", "Omit the field to use the default."],
  "list-unique": ["is already in the list.", "Remove it."],
  "contexts-private-channel": [
    "includes PRIVATE_CHANNEL (2), but integration_types lacks USER_INSTALL (1).",
    "Add 1 to integration_types, or remove 2 here.",
  ],
  "guild-scope-field": ["has no effect on a guild command.", "Remove it, or register the command globally."],
  "set-list": ["is not a list.", "Pass a list of commands; an empty one clears the scope."],
  "set-name-unique": [
    "is also the name of an earlier command of the same type.",
    "Rename or remove one of the two.",
  ],
  "overwrites-list": ["is not a list.", "Pass a list of { id, type, permission }."],
  "overwrite-type": ["is not 1 (role), 2 (user) or 3 (channel).", "Use 1, 2 or 3."],
  "overwrite-permission": ["is not true or false.", "Write true to allow, or false to deny."],
  "overwrite-unique": ["already has an overwrite.", "Remove one."],
} as const;

/** If one of these values is missing, the finding uses the service's code for missing fields. */
const valueNeeded: ReadonlySet<RuleId> = new Set<RuleId>([
  "choice-value-type",
  "option-type",
  "overwrites-list",
  "overwrite-id",
  "overwrite-type",
  "overwrite-permission",
]);

// A command with more parts exceeds the size limit anyway. The limit also bounds the work for shared and cyclic references.
const maxParts = 10_000;

type VisitOptions = Pick<Partial<ValidateOptions>, "profile" | "allowUnknownFields">;

export class Visit {
  readonly findings: Finding[] = [];
  hasLocalizedOption = false;
  units = 0;
  readonly profile: Profile;
  readonly #unknown: Severity;
  readonly #format: (keys: readonly PathKey[]) => string;
  readonly #keys: PathKey[] = [];
  #depth = 0;
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

  inside(below: PathKey | readonly PathKey[], check: () => void): void {
    const depth = this.#depth;
    for (const key of typeof below === "object" ? below : [below]) this.#keys[this.#depth++] = key;
    check();
    this.#depth = depth;
  }

  each(list: readonly unknown[], check: (index: number) => void): void {
    const depth = this.#depth++;
    for (let index = 0; index < list.length && this.takePart(); index++) {
      this.#keys[depth] = index;
      check(index);
    }
    this.#depth = depth;
  }

  takePart(): boolean {
    return ++this.#parts <= maxParts;
  }

  beginCommand(): void {
    this.#parts = 0;
    this.units = 0;
    this.hasLocalizedOption = false;
  }

  get unreadable(): number {
    return this.#unreadable;
  }

  /** In the published API specification, every optional field may be null; in the documentation, only nullable fields may be. */
  isAbsent(value: unknown): value is null | undefined {
    return value === undefined || (value === null && this.profile === "live");
  }

  /** Getters and proxies may throw. */
  guard(check: () => void): void {
    const depth = this.#depth;
    try {
      check();
    } catch {
      this.#unreadable++;
      this.report("readable", undefined, undefined);
      this.#depth = depth;
    }
  }

  report(rule: keyof typeof complaints, below: PathKey | undefined, value: unknown): void;
  report(
    rule: RuleId,
    below: PathKey | undefined,
    value: unknown,
    complaint: Complaint,
    word?: ServiceWord,
  ): void;
  report(
    rule: RuleId,
    below: PathKey | undefined,
    value: unknown,
    [message, fix]: Complaint = complaints[rule as keyof typeof complaints],
    word?: ServiceWord,
  ): void {
    const keys = this.#keys.slice(0, this.#depth);
    if (below !== undefined) keys.push(below);
    const { severity, live, service: usual }: Grade = grades[rule];
    const isMissing = valueNeeded.has(rule) && (value === undefined || value === null);
    const service = word ?? (isMissing ? "BASE_TYPE_REQUIRED" : usual);
    this.findings.push({
      severity: rule === "unknown-field" ? this.#unknown : (this.profile === "live" && live) || severity,
      rule,
      path: this.#format(keys),
      keys,
      value: value === undefined ? "" : shorten(value),
      message,
      fix,
      ...(service !== undefined && { service }),
    });
  }

  reportUnknown(fields: Fields, owner: string, known: ReadonlySet<string>): void {
    for (const field in fields) {
      if (known.has(field) || fields[field] === undefined) continue;
      if (!this.takePart()) return;
      const like = nearest(field, [...known]);
      const mend = like === undefined ? "Remove it" : `Did you mean ${like}? Otherwise remove it`;
      this.report("unknown-field", field, field, [
        `is not a known field of ${owner}: the service would ignore it.`,
        `${mend}, or set allowUnknownFields: true if the service supports it.`,
      ]);
    }
  }

  repeat(findings: readonly Finding[]): void {
    for (const finding of findings) {
      const keys = [...this.#keys.slice(0, this.#depth), ...finding.keys];
      this.findings.push({ ...finding, path: this.#format(keys), keys });
    }
  }

  reportNoObject(rule: RuleId, value: unknown, wanted: string): void {
    const word = termsByKind["an object"];
    this.report(rule, undefined, value, ["is not an object.", `Write ${wanted}.`], word);
  }

  reportType(below: PathKey | undefined, value: unknown, expected: Kind): void {
    const message = `is ${kindOf(value)}, but must be ${expected}.`;
    const fix = `Write ${expected}, or omit the field.`;
    this.report("field-type", below, value, [message, fix], termsByKind[expected]);
  }
}

function shorten(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value.length > 60 ? `${cut(value, 60)}…` : value);
  }
  if (isPlain(value)) return String(value);
  return Array.isArray(value) && value.length <= 10 && value.every(isPlain)
    ? `[${value.join(", ")}]`
    : kindOf(value);
}

function isPlain(value: unknown): boolean {
  return typeof value === "number" || typeof value === "boolean" || value === undefined;
}

export function checkList(
  visit: Visit,
  field: string,
  list: unknown,
  checkEntry: (entry: unknown) => void,
  unique: "list-unique" | "file-types-unique" = "list-unique",
): list is readonly unknown[] {
  if (!Array.isArray(list)) {
    visit.reportType(field, list, "a list");
    return false;
  }
  const visited = new Set<unknown>();
  const checkAt = (index: number): void => {
    const entry: unknown = list[index];
    checkEntry(entry);
    if (visited.has(entry)) visit.report(unique, undefined, entry);
    visited.add(entry);
  };
  visit.inside(field, () => visit.each(list, checkAt));
  return true;
}

export function checkFilledList(
  visit: Visit,
  field: string,
  list: unknown,
  checkEntry: (entry: unknown) => void,
): void {
  if (list === undefined || list === null) return;
  if (checkList(visit, field, list, checkEntry) && list.length === 0) visit.report("list-empty", field, list);
}

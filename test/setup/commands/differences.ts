import type { RuleId } from "../../../src/commands/rules/grades.ts";
import { rules } from "../../../src/commands/rules/table.ts";
import type { Finding } from "../../../src/commands/rules/visit.ts";
import type { KnownDifference } from "../description/compare-verdicts.ts";
import { describedBy } from "./described.ts";
import { inputOf, type RuleCases, ruleCases, validateCase } from "./rule-cases.ts";

export type Verdict = "takes" | "refuses";

/** A row of docs/command-rules.md: a difference between the interface document, the rules and the description. */
export interface Difference {
  /** The rule's id, if the row covers a whole rule. */
  readonly id: string;
  readonly what: string;
  /** The verdicts of the validator's two profiles and of the published description. The emulator follows the `live` profile. */
  readonly verdicts: Readonly<Record<"spec" | "live" | "description", Verdict>>;
  readonly source: string;
  /** The type of `body` in the description. */
  readonly type: string;
  readonly body: unknown;
  /** The scope, if not global, and the application's installation contexts, if not both. */
  readonly scope?: "global" | "guild";
  readonly applicationInstalls?: RuleCases["applicationInstalls"];
}

const types = {
  command: "ApplicationCommandCreateRequest",
  edit: "ApplicationCommandPatchRequestPartial",
  set: "ApplicationCommandUpdateRequest[] | null",
  permissions: "{ permissions?: ApplicationCommandPermission[] | null; }",
} as const;

const ping = { name: "ping", description: "Pong" };
const withOption = (type: number, settings: object) => ({
  ...ping,
  options: [{ type, name: "o", description: "d", ...settings }],
});
const many = (count: number, command: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => command(index));
const fullSet = [
  ...many(100, (index) => ({ ...ping, name: `c${index}` })),
  ...many(15, (index) => ({ type: 2, name: `User ${index}` })),
  ...many(15, (index) => ({ type: 3, name: `Message ${index}` })),
  { type: 4, name: "launch", description: "Opens the game" },
];

const described = "discord-api-spec";

/** Differences in the description. The `live` profile either follows the description or has a reason not to. */
export const shapes: readonly Difference[] = [
  {
    id: "null",
    what: "An optional field is null, although the document does not list it as nullable.",
    verdicts: { spec: "refuses", live: "takes", description: "takes" },
    source: described,
    type: types.command,
    body: { ...ping, options: null, type: null },
  },
  {
    id: "permissions-number",
    what: "`default_member_permissions` is an integer.",
    verdicts: { spec: "refuses", live: "takes", description: "takes" },
    source: `${described}; discord/discord-api-spec#11`,
    type: types.command,
    body: { ...ping, default_member_permissions: 32 },
  },
  {
    id: "permissions-text",
    what: "`default_member_permissions` is a string, the usual form.",
    verdicts: { spec: "takes", live: "takes", description: "refuses" },
    source: 'Application Commands Interface, "Application command"; discord/discord-api-spec#11',
    type: types.command,
    body: { ...ping, default_member_permissions: "32" },
  },
  {
    id: "list-unique",
    what: "`contexts`, `integration_types` or `channel_types` contain duplicates.",
    verdicts: { spec: "takes", live: "refuses", description: "refuses" },
    source: `${described}, ApplicationCommandCreateRequest`,
    type: types.command,
    body: { ...ping, contexts: [0, 0] },
  },
  {
    id: "choice-value-length",
    what: "A choice's string value has 101 to 6000 characters.",
    verdicts: { spec: "refuses", live: "takes", description: "takes" },
    source: `${described}, ApplicationCommandOptionStringChoice`,
    type: types.command,
    body: withOption(3, { choices: [{ name: "A", value: "v".repeat(101) }] }),
  },
  {
    id: "required-option-type",
    what: "A subcommand or group has `required: true`.",
    verdicts: { spec: "refuses", live: "takes", description: "takes" },
    source: `${described}, ApplicationCommandSubcommandOption`,
    type: types.command,
    body: withOption(1, { required: true }),
  },
  {
    id: "localization-null",
    what: "A localization is null, so the default text is shown.",
    verdicts: { spec: "refuses", live: "takes", description: "refuses" },
    source: "discord-api-types, LocalizationMap",
    type: types.command,
    body: { ...ping, name_localizations: { de: null } },
  },
  {
    id: "media-channels",
    what: "`channel_types` contains GUILD_MEDIA (16), which only the description's preview includes.",
    verdicts: { spec: "takes", live: "takes", description: "refuses" },
    source: 'Discord documentation, Channel, "Channel Types"; discord-api-spec/preview',
    type: types.command,
    body: withOption(7, { channel_types: [16] }),
  },
  {
    id: "set-of-131",
    what: "A full set has 131 commands. The description allows 130.",
    verdicts: { spec: "takes", live: "takes", description: "refuses" },
    source: 'Application Commands Interface, "Limits"',
    type: types.set,
    body: fullSet,
  },
];

/** Rules missing from the description, each with the first of its cases that the description accepts. */
export const onlyProse: readonly Difference[] = (Object.keys(rules) as RuleId[]).flatMap((rule) => {
  const listed = ruleCases
    .filter((cases) => cases.rule === rule && cases.profile !== "spec")
    .flatMap((cases) => cases.invalid.map((one) => showDifference(cases, inputOf(one))));
  return listed.find((one) => one !== undefined) ?? [];
});

function showDifference(cases: RuleCases, input: unknown): Difference | undefined {
  const kind = cases.partial ? "edit" : (cases.kind ?? "command");
  const type = types[kind];
  const body = kind === "permissions" ? { permissions: input } : input;
  const refuses = (findings: readonly Finding[]) =>
    findings.some((one) => one.severity === "error" && one.rule === cases.rule);
  const isLive = refuses(validateCase(cases, input));
  if (!isLive || describedBy(type)(body).length > 0) return undefined;
  const isSpec = refuses(validateCase({ ...cases, profile: "spec" }, input));
  const { title: what, source } = rules[cases.rule as RuleId];
  const verdicts = { spec: isSpec ? "refuses" : "takes", live: "refuses", description: "takes" } as const;
  const { rule: id, scope, applicationInstalls } = cases;
  return { id, what, verdicts, source, type, body, scope, applicationInstalls };
}

/** Fields missing from the description, which therefore does not check their types. */
const undescribed: ReadonlySet<string | undefined> = new Set(["nsfw", "default_permission"]);

/** The rows that explain why the rules and the description disagree about a body. */
export const explanations: readonly KnownDifference[] = [
  {
    row: "permissions-text",
    stricter: "description",
    explains: ({ path, value }) => path.at(-1) === "default_member_permissions" && typeof value === "string",
  },
  {
    row: "localization-null",
    stricter: "description",
    explains: ({ path, value }) => path.at(-2)?.endsWith("_localizations") === true && value === null,
  },
  {
    row: "media-channels",
    stricter: "description",
    explains: ({ path, value }) => path.at(-2) === "channel_types" && value === 16,
  },
  { row: "set-of-131", stricter: "description", explains: ({ code }) => code === "too_many" },
  ...onlyProse.map(({ id }): KnownDifference => ({
    row: id,
    stricter: "emulator",
    explains: ({ code, path }) => code === id && (id !== "field-type" || undescribed.has(path.at(-1))),
  })),
];

/** Returns the row that explains a finding that is an error in only one profile. */
export function rowOfProfiles({ rule, value }: Finding): string | undefined {
  if (value === "null") return "null";
  const known = rule === "member-permissions" ? "permissions-number" : rule;
  const row = [...shapes, ...onlyProse].find(({ id }) => id === known);
  return row && row.verdicts.spec !== row.verdicts.live ? row.id : undefined;
}

import type { RuleId } from "../../../src/commands/rules/grades.ts";
import { rules } from "../../../src/commands/rules/table.ts";
import type { Finding } from "../../../src/commands/rules/visit.ts";
import {
  ignoredByService,
  inputOf,
  type RuleCases,
  ruleCases,
  validateCase,
} from "../../setup/commands/rule-cases.ts";
import {
  act,
  bot,
  childBot,
  type Expected,
  type Fact,
  fact,
  player,
  send,
  type SendStep,
  type Step,
} from "../fact.ts";
import { formatPath } from "../../../src/core/request/path.ts";
import { mapStrings } from "../shape.ts";
import { childCommands, globalCommands, guildCommands, ping } from "./names.ts";

/** Facts for each rule that the `live` profile checks, generated from the validator's own cases. */
export function ruleFacts(): readonly Fact[] {
  return ruleCases.filter(({ profile }) => profile !== "spec").flatMap(factsOf);
}

function factsOf(cases: (typeof ruleCases)[number]): readonly Fact[] {
  const { file, rule, valid, invalid } = cases;
  const { title, source } = rules[rule as RuleId];
  const id = `rules/${file.replace(".json", "")}`;
  const rejected = invalid.map((one) => {
    const input = inputOf(one);
    return submit(cases, input, expectedOf(cases, input, one.path));
  });
  const allowed = valid.map((input) => submit(cases, input, accepted));
  const around = (steps: readonly Step[]) => [...prepare(cases), ...steps, ...cleanUp(cases)];
  return [
    fact(`${id}/valid`, `These inputs comply with the rule: ${title}`, source, ...around(allowed)),
    fact(`${id}/invalid`, title, source, ...around(rejected)),
  ];
}

const accepted: Expected = { status: /^20[01]$/ };

function expectedOf(cases: RuleCases, input: unknown, path: string): Expected {
  const { rule, kind } = cases;
  const found = validateCase(cases, input).filter(
    (finding) => finding.rule === rule && finding.path === path,
  );
  if (ignoredByService.has(rule) || found.every(({ severity }) => severity === "warning")) return accepted;
  if (rule === "set-count") return { status: 400, code: 30_032 };
  const errors = found.map((one) => [pathOf(one, kind), one.service] as const);
  return { status: 400, code: 50_035, errors: Object.fromEntries(errors) };
}

/** The service reports duplicate names as errors of the option or command itself. */
const ofTheWhole: ReadonlySet<string> = new Set(["option-name-unique", "set-name-unique"]);

function pathOf({ keys, rule }: Finding, kind: RuleCases["kind"]): string {
  const all = [...(kind === "permissions" ? ["permissions"] : []), ...keys];
  return formatPath(ofTheWhole.has(rule) ? all.slice(0, -1) : all);
}

function prepare(cases: RuleCases): readonly Step[] {
  const { partial, kind, scope } = cases;
  const needsNone = kind === "set" || JSON.stringify([cases.valid, cases.invalid]).includes('"type":4');
  const first = scope === "global" && needsNone ? [act("delete-entry-point")] : [];
  if (kind !== "permissions" && !partial) return first;
  const path = partial ? globalCommands : guildCommands;
  return [send(`POST ${path}`, accepted, { json: ping, keep: { command: "id" } })];
}

/** A full scope would reject the next fact's command. */
function cleanUp({ kind, scope }: RuleCases): readonly Step[] {
  if (kind !== "set") return [];
  const path = scope === "guild" ? guildCommands : globalCommands;
  return [act("delete-entry-point"), send(`PUT ${path}`, 200, { json: [] })];
}

function submit(cases: RuleCases, input: unknown, expected: Expected): SendStep {
  const { kind, scope, partial, guildId } = cases;
  if (kind === "permissions") {
    const permissions = guildId === undefined ? input : withTestGuild(input, guildId);
    const options = { as: player, json: { permissions } };
    return send(`PUT ${guildCommands}/{command}/permissions`, expected, options);
  }
  // The second application supports only guild installations.
  if (cases.applicationInstalls)
    return send(`POST ${childCommands}`, expected, { as: childBot, json: input });
  const path = scope === "guild" ? guildCommands : globalCommands;
  if (partial) return send(`PATCH ${path}/{command}`, expected, { json: input });
  return send(`${kind === "set" ? "PUT" : "POST"} ${path}`, expected, { as: bot, json: input });
}

function withTestGuild(input: unknown, guildId: string): unknown {
  const names = new Map([
    [guildId, "{guild}"],
    [String(BigInt(guildId) - 1n), "{allChannels}"],
  ]);
  return mapStrings(input, (text) => names.get(text) ?? text);
}

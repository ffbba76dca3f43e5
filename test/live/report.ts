import { type Fact, type Risk, risks, variablesOf } from "./fact.ts";
import type { Result, Verdict } from "./probe.ts";
import type { Config } from "./config.ts";
import { variables } from "./settings.ts";

const longest = 160;

export function formatResult({ fact, verdict, reason, expected, difference }: Result): string {
  const lines = [`${verdict.padEnd(10)} ${fact.id}${reason === undefined ? "" : ` (${reason})`}`];
  if (expected !== undefined) lines.push(`  expected and observed ${cut(expected)}`);
  if (difference) {
    lines.push(`  ${fact.statement}`, `  expected ${cut(difference.expected)} in step ${difference.step}`);
    lines.push(`  observed ${cut(difference.observed)}`);
  }
  return `${lines.join("\n")}\n`;
}

export function summarize(results: readonly Result[]): string {
  const count = (verdict: Verdict) => results.filter((one) => one.verdict === verdict).length;
  return `${results.length} facts: ${count("verified")} verified, ${count("different")} different, ${count("unverified")} unverified.`;
}

export function describeNeeds(
  facts: readonly Fact[],
  missing: readonly { readonly variable: string }[],
): string {
  const rows = variables.map(
    ({ variable, description, needed }) =>
      `  ${variable.padEnd(32)}${needed ? "" : "optional: "}${description}`,
  );
  return [
    `Nothing was started, because these variables are missing: ${missing.map(({ variable }) => variable).join(", ")}.`,
    "docs/verified.md describes how to set up a test application. The variables:",
    ...rows,
    describeFacts(facts),
    "Without an application: npm run test:live -- --emulator",
  ].join("\n");
}

export function describePlan(facts: readonly Fact[], { apiBase, variables: given }: Config): string {
  const unavailable = new Set(variables.flatMap(({ name }) => (given[name] === undefined ? [name] : [])));
  const skipped = facts.filter((fact) => [...variablesOf(fact)].some((name) => unavailable.has(name)));
  const { app, guild, child } = given;
  const others = child === undefined ? "" : ` and application ${child}`;
  const changes = [
    "While it runs, this deletes all global commands and the guild's commands, creates up to 200 in each scope,",
    "changes the description, tags, endpoint URL and linked role metadata, and creates test entitlements and messages.",
    "Afterwards, it restores these commands and settings, and deletes the entitlements and messages. Restored commands",
    "get new ids and lose their permissions. The player's linked role data is emptied.",
  ];
  return [
    `Application ${app}${others}, guild ${guild}, at ${apiBase}. ${describeFacts(facts)}`,
    `${skipped.length} facts remain unverified because an optional variable is missing.`,
    ...(isReadOnly(facts) ? ["This changes nothing."] : changes),
  ].join("\n");
}

export function isReadOnly(facts: readonly Fact[]): boolean {
  return facts.every(({ risk }) => risk === "read-only");
}

function describeFacts(facts: readonly Fact[]): string {
  const count = (risk: Risk) => facts.filter((one) => one.risk === risk).length;
  return `${facts.length} facts: ${risks.map((risk) => `${count(risk)} ${risk}`).join(", ")}.`;
}

function cut(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

import { expect, test } from "vitest";
import { serviceWords } from "../../../../src/commands/rules/grades.ts";
import { generalWord } from "../../../../src/emulator/state/form-errors.ts";
import { type Difference, onlyProse, shapes } from "../../../setup/commands/differences.ts";
import { type Rule, rules } from "../../../../src/commands/index.ts";

/** The page of all rules: `vitest -u` writes it again after a change of the table. */
function writePage(): string {
  const lines = [
    "# Command rules",
    "",
    "What `validateCommand`, `validateCommandSet` and `validatePermissions` check, and the client before it sends anything.",
    "An error is not sent; a warning is sent and told. Unless the rule says that it ignores it, the service refuses an error too.",
    "Generated from `src/commands/rules/table.ts`.",
  ];
  lines.push("", "## Differences", "", ...writeDifferences());
  lines.push("", "## Words of the service", "", ...writeWords(), "", "## Rules");
  for (const [id, rule] of Object.entries<Rule>(rules)) {
    const severity = rule.live ? `${rule.severity}; ${rule.live} in profile \`live\`` : rule.severity;
    lines.push("", `### ${id}`, "", rule.title, "", `- Severity: ${severity}`, `- Source: ${rule.source}`);
    if (rule.service) lines.push(`- The service's word: \`${rule.service}\``);
  }
  return `${lines.join("\n")}\n`;
}

function writeDifferences(): string[] {
  return [
    "Where the interface document, the service's published description and its answers differ, the profile `live` follows the",
    "service. It is the default of the validator, the client, plans and the emulator: what validates is not refused on sending.",
    "The profile `spec` keeps the document, for commands that have to keep it wherever they are sent. The emulator judges by the",
    "profile that it is started with. These are all differences: a test looks for others with generated bodies.",
    "",
    ...writeTable("body", shapes),
    "",
    "The description (discord-api-spec on npm) has shapes and bounds. What only prose says, or an answer of the service, it takes:",
    "",
    ...writeTable("rule that a body breaks", onlyProse),
  ];
}

function writeTable(what: string, rows: readonly Difference[]): string[] {
  return [
    `| difference | ${what} | \`spec\` | \`live\` | description | source |`,
    "| --- | --- | --- | --- | --- | --- |",
    ...rows.map(
      (row) =>
        `| ${[row.id, row.what, row.verdicts.spec, row.verdicts.live, row.verdicts.description, row.source].join(" | ")} |`,
    ),
  ];
}

function writeWords(): string[] {
  return [
    "What the emulator says in an error tree, and where the service was seen to say it. Where no word has been observed for a rule",
    `it says \`${generalWord}\`.`,
    "",
    "| word | seen |",
    "| --- | --- |",
    ...Object.entries(serviceWords).map(([word, source]) => `| \`${word}\` | ${source} |`),
  ];
}

test("every word of the service has a source", () => {
  const words = Object.values<Rule>(rules).flatMap(({ service }) => service ?? []);
  expect(Object.keys(serviceWords)).toEqual(expect.arrayContaining(words));
});

test("the page of the rules is the rule table", async () => {
  await expect(writePage()).toMatchFileSnapshot("../../../../docs/command-rules.md");
});

import { expect, test } from "vitest";
import { serviceWords } from "../../../../src/commands/rules/grades.ts";
import { generalWord } from "../../../../src/emulator/state/form-errors.ts";
import { type Difference, onlyProse, shapes } from "../../../setup/commands/differences.ts";
import { type Rule, rules } from "../../../../src/commands/index.ts";

/** The page of all rules; `vitest -u` rewrites it after a change of the table. */
function writePage(): string {
  const lines = [
    "# Command rules",
    "",
    "These rules are checked by `validateCommand`, `validateCommandSet` and `validatePermissions`, and by the client before it sends",
    "anything. A command with an error is not sent. A command with a warning is sent, and the warning is reported. The service refuses",
    "an error too, unless the rule says that the service ignores it.",
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
    "The interface document, the service's published description and the service's answers differ in some points. The profile",
    "`live` follows the service. It is the default of the validator, the client, plans and the emulator, so the service takes each",
    "command that validates. The profile `spec` follows the document. The emulator judges by the profile that it is started with.",
    "These are all known differences:",
    "",
    ...writeTable("body", shapes),
    "",
    "The description (discord-api-spec on npm) has shapes and bounds only. It takes bodies that break the following rules, which come",
    "from the documentation's prose or from answers of the service:",
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
    "The error codes of the emulator in an error tree, each with the place where the service was seen to send it. For a rule without an",
    `observed code the emulator sends \`${generalWord}\`.`,
    "",
    "| word | seen |",
    "| --- | --- |",
    ...Object.entries(serviceWords).map(([word, source]) => `| \`${word}\` | ${source} |`),
  ];
}

test("has a source for every quoted term of the service", () => {
  const words = Object.values<Rule>(rules).flatMap(({ service }) => service ?? []);
  expect(Object.keys(serviceWords)).toEqual(expect.arrayContaining(words));
});

test("matches the documentation page", async () => {
  await expect(writePage()).toMatchFileSnapshot("../../../../docs/command-rules.md");
});

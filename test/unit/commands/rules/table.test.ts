import { expect, test } from "vitest";
import { serviceTerms } from "../../../../src/commands/rules/grades.ts";
import { generalErrorCode } from "../../../../src/emulator/state/form-errors.ts";
import { onlyProse, shapes, type Verdict } from "../../../setup/commands/differences.ts";
import { type Rule, rules } from "../../../../src/commands/index.ts";

/** Returns the page of all rules; `vitest -u` rewrites it when the table has changed. */
function writePage(): string {
  const lines = [
    "# Command rules",
    "",
    "`validateCommand`, `validateCommandSet` and `validatePermissions` check these rules. The client also checks them before it sends a",
    "command. A command with an error is not sent. A command with warnings is sent, and the warnings are reported. The service also",
    "rejects commands with errors unless the rule states that Discord ignores the error.",
  ];
  lines.push("", "## Differences", "", ...writeDifferences());
  lines.push("", "## Service error codes", "", ...writeTerms(), "", "## Rules");
  lines.push("", "A rule's severity is error unless noted otherwise. The code is the service's error code.");
  for (const [id, rule] of Object.entries<Rule>(rules)) {
    lines.push("", `### ${id}`, "", rule.title, "");
    if (rule.live) lines.push(`- Severity: ${rule.severity}; ${rule.live} in the \`live\` profile`);
    else if (rule.severity !== "error") lines.push(`- Severity: ${rule.severity}`);
    lines.push(`- Source: ${rule.source}`);
    if (rule.service) lines.push(`- Code: \`${rule.service}\``);
  }
  return `${lines.join("\n")}\n`;
}

function writeDifferences(): string[] {
  return [
    "The interface document, the service's published description and its actual responses differ as follows. The `live` profile",
    "follows the service and is the default for the validator, the client, plans and the emulator. The `spec` profile follows the",
    "interface document.",
    "",
    "| difference | body | `spec` | `live` | description | source |",
    "| --- | --- | --- | --- | --- | --- |",
    ...shapes.map(({ id, what, verdicts: { spec, live, description }, source }) => {
      const cells = [id, what, printed[spec], printed[live], printed[description], source];
      return `| ${cells.join(" | ")} |`;
    }),
    "",
    "The description (discord-api-spec on npm) contains only types and limits. It accepts bodies that break the following rules, which",
    "come from the documentation's text or from the service's responses:",
    "",
    `${onlyProse.map(({ id }) => `[${id}](#${id})`).join(",\n")}.`,
  ];
}

const printed: Readonly<Record<Verdict, string>> = { takes: "accepts", refuses: "rejects" };

function writeTerms(): string[] {
  return [
    "The emulator sends these codes in its error tree. Each source shows that the service sends the code. If a rule has no",
    `observed code, the emulator sends \`${generalErrorCode}\`.`,
    "",
    "| code | source |",
    "| --- | --- |",
    ...Object.entries(serviceTerms).map(([word, source]) => `| \`${word}\` | ${source} |`),
  ];
}

test("has a source for every quoted service term", () => {
  const reason = Object.values<Rule>(rules).flatMap(({ service }) => service ?? []);
  expect(Object.keys(serviceTerms)).toEqual(expect.arrayContaining(reason));
});

test("matches the documentation page", async () => {
  await expect(writePage()).toMatchFileSnapshot("../../../../docs/command-rules.md");
});

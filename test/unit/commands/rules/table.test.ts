import { expect, test } from "vitest";
import { serviceWords } from "../../../../src/commands/rules/service-words.ts";
import { type Rule, rules } from "../../../../src/commands/index.ts";

/** The page of all rules: `vitest -u` writes it again after a change of the table. */
function writePage(): string {
  const lines = [
    "# Command rules",
    "",
    "What `validateCommand`, `validateCommandSet` and `validatePermissions` check, and the client before it sends anything.",
    "The service refuses an error; a warning is sent. Generated from `src/commands/rules/table.ts`.",
  ];
  for (const [id, rule] of Object.entries<Rule>(rules)) {
    const severity = rule.live ? `${rule.severity}; ${rule.live} in profile \`live\`` : rule.severity;
    lines.push("", `## ${id}`, "", rule.title, "", `- Severity: ${severity}`, `- Source: ${rule.source}`);
    if (rule.service) lines.push(`- The service's word: \`${rule.service}\``);
  }
  return `${lines.join("\n")}\n`;
}

test("every word of the service has a source", () => {
  const words = Object.values<Rule>(rules).flatMap(({ service }) => service ?? []);
  expect(Object.keys(serviceWords)).toEqual(expect.arrayContaining(words));
});

test("the page of the rules is the rule table", async () => {
  await expect(writePage()).toMatchFileSnapshot("../../../../docs/command-rules.md");
});

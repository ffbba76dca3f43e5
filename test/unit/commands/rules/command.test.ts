import * as fc from "fast-check";
import { expect, test, describe } from "vitest";
import { validateCommand } from "../../../../src/commands/rules/validate.ts";
import { formatFindings } from "../../../setup/commands/rule-cases.ts";
import { formatPath } from "../../../../src/core/request/path.ts";
import { checkSize } from "../../../../src/commands/rules/command.ts";
import { Visit } from "../../../../src/commands/rules/visit.ts";
import { cases } from "../../../setup/cases.ts";

const findingsInEdit = (edit: unknown) =>
  formatFindings(validateCommand(edit, { scope: "global", partial: true }));

test("requires no fields in an edit, but rejects a type", () => {
  expect(findingsInEdit({})).toEqual([]);
  expect(findingsInEdit({ type: 1 })).toEqual(["edit-type at type"]);
  expect(findingsInEdit({ name_localizations: { de: "" } })).toEqual([
    'name-length at name_localizations["de"]',
  ]);
});

test("infers an edit's command type from its options or handler", () => {
  expect(findingsInEdit({ name: "High Five", options: [] })).toContain("name-characters at name");
  expect(findingsInEdit({ name: "High Five", handler: 2 })).toEqual([]);
  expect(findingsInEdit({ name: "High Five", handler: 2, options: [{}] })).toContain(
    "options-command-type at options",
  );
});

describe("member permissions", () => {
  const findIn = (default_member_permissions: unknown, profile?: "spec") =>
    validateCommand(
      { name: "ping", description: "Pong", default_member_permissions },
      { scope: "global", profile },
    );

  test("requires a string instead of a number in the spec profile", () => {
    expect(findIn(32, "spec")).toMatchObject([
      { rule: "member-permissions", fix: 'Write it as a string: "32".' },
    ]);
    expect(findIn(32)).toEqual([]);
    expect(findIn(2 ** 54)).toMatchObject([{ rule: "member-permissions-bits" }]);
    expect(findIn(2 ** 54 + 4)).toMatchObject([{ rule: "member-permissions" }]);
  });
});

describe("size", () => {
  function sizeFindings(command: Readonly<Record<string, unknown>>): string[] {
    const visit = new Visit({ profile: "spec" }, formatPath);
    checkSize(visit, command);
    return formatFindings(visit.findings);
  }

  test("counts characters, not UTF-16 code units", () => {
    expect(sizeFindings({ name: "💜".repeat(8000) })).toEqual([]);
    expect(sizeFindings({ name: "💜".repeat(8001) })).toEqual(["command-size at the whole"]);
  });

  test("counts a number's digits toward the size, but only warns if they exceed the limit", () => {
    const choices = [{ name: "n", value: 123 }];
    expect(sizeFindings({ name: "n".repeat(7996), options: [{ choices }] })).toEqual([]);
    expect(sizeFindings({ name: "n".repeat(7997), options: [{ choices }] })).toEqual([
      "command-size-numbers at the whole",
    ]);
  });

  test("terminates for a cyclic command", () => {
    const circle: Record<string, unknown> = { name: "n" };
    circle["options"] = [circle, circle, 5, null];
    expect(sizeFindings(circle)).toEqual([]);
  });

  const filled = {
    name: "1",
    description: "2",
    options: [
      {
        name: "3",
        description: "4",
        options: [
          {
            name: "5",
            description: "6",
            options: [{ name: "7", description: "8", choices: [{ name: "9", value: "0" }] }],
          },
        ],
      },
      {
        name: "a",
        description: "b",
        choices: [
          { name: "c", value: "d" },
          { name: "e", value: "f" },
        ],
      },
    ],
  };
  const texts = [...JSON.stringify(filled).matchAll(/"(\w)"/g)].map(([, text]) => text ?? "");

  test.each(texts)("counts the string %j toward the size", (text) => {
    const withText = (replacement: string): Record<string, unknown> =>
      JSON.parse(JSON.stringify(filled).replace(`"${text}"`, `"${replacement}"`)) as Record<string, unknown>;
    const rest = texts.length - 1;
    expect(sizeFindings(withText("x".repeat(8000 - rest)))).toEqual([]);
    expect(sizeFindings(withText("x".repeat(8001 - rest)))).toEqual(["command-size at the whole"]);
  });

  test.each(["name", "description"])("counts each %s's longest translation, even in options", (field) => {
    const translated = (length: number) => ({
      name: "n",
      description: "d",
      [`${field}_localizations`]: { de: "x".repeat(length), fr: "y".repeat(length - 1), ja: 5 },
    });
    const withOption = (length: number) => ({ ...translated(4000), options: [translated(length)] });
    expect(sizeFindings(withOption(3998))).toEqual([]);
    expect(sizeFindings(withOption(3999))).toEqual(["command-size at the whole"]);
  });

  const text = fc.integer({ min: 1, max: 100 }).map((length) => "x".repeat(length));
  const localizations = fc.option(fc.record({ de: text, ja: text }), { nil: undefined });
  const choicesOf = (type: 3 | 4) =>
    fc
      .array(fc.record({ value: type === 3 ? text : fc.integer(), name_localizations: localizations }), {
        minLength: 2,
        maxLength: 10,
      })
      .map((choices) => choices.map((choice, index) => ({ ...choice, name: `choice ${index}` })));
  const option = fc.constantFrom<3 | 4>(3, 4).chain((type) =>
    fc.record({
      type: fc.constant(type),
      description: text,
      description_localizations: localizations,
      choices: choicesOf(type),
    }),
  );

  test("finds the same violations as a separate size check, both below and above the limit", () => {
    const found = { large: 0, small: 0 };
    const sizes = ["command-size", "command-size-numbers"];
    fc.assert(
      fc.property(fc.array(option, { minLength: 10, maxLength: 25 }), (made) => {
        const options = made.map((one, index) => ({ ...one, name: `option-${index}` }));
        const command = { name: "c", description: "d", options };
        const expected = sizeFindings(command);
        found[expected.length > 0 ? "large" : "small"]++;
        const findings = validateCommand(command, { scope: "global" });
        expect(formatFindings(findings.filter(({ rule }) => sizes.includes(rule)))).toEqual(expected);
      }),
      { numRuns: cases(300) },
    );
    expect(Math.min(found.large, found.small)).toBeGreaterThan(0);
  });
});

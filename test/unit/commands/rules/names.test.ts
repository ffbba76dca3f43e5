import { expect, test, describe } from "vitest";
import { validateCommand } from "../../../../src/commands/rules/validate.ts";
import { formatFindings } from "../../../setup/commands/rule-cases.ts";
import { formatPath } from "../../../../src/core/request/path.ts";
import { checkLocalizations, checkLength, countCodePoints } from "../../../../src/commands/rules/names.ts";
import { Visit } from "../../../../src/commands/rules/visit.ts";

const findIn = (name: unknown, more: object = {}) =>
  validateCommand({ name, description: "Pong", ...more }, { scope: "global" });

test("names a character that is not allowed and shows it if it is printable", () => {
  expect(findIn("high five")).toMatchObject([
    { message: 'contains the character " " (U+0020), which is not allowed.' },
  ]);
  expect(findIn("a\u0007")).toMatchObject([
    { message: "contains the character U+0007, which is not allowed." },
  ]);
});

test("requires the composed form of letters with combining accents", () => {
  expect(findIn("cafe\u0301")).toMatchObject([
    { rule: "name-characters", fix: 'Write it in composed form (NFC): "café".' },
  ]);
});

test.each([
  ["Bad Name", "bad-name"],
  ["  Über  Größe! ", "über-größe"],
  [`${"𠀀".repeat(31)}!`, "𠀀".repeat(31)],
])("suggests a valid name for %j", (name, suggested) => {
  expect(findIn(name)[0]?.fix).toContain(`For example: ${JSON.stringify(suggested)}.`);
  expect(findIn(suggested)).toEqual([]);
});

test.each(["!", "! ".repeat(20)])("suggests no name for %j, which has no valid characters", (name) => {
  expect(
    findIn(name)
      .map(({ fix }) => fix)
      .join(" "),
  ).not.toContain("For example");
});

test("shortens a finding's value without splitting a character", () => {
  const [finding] = validateCommand({ name: "a", description: `a${"🎲".repeat(200)}` }, { scope: "global" });
  expect(finding?.value).toBe(`"a${"🎲".repeat(29)}…"`);
});

describe("distinct names", () => {
  const option = (name: string, name_localizations?: unknown, more: object = {}) => ({
    type: 3,
    name,
    description: "d",
    name_localizations,
    ...more,
  });
  const findingsIn = (...options: readonly unknown[]) =>
    formatFindings(validateCommand({ name: "ping", description: "Pong", options }, { scope: "global" }));

  test("reports a duplicate localized name once, at its second occurrence", () => {
    expect(findingsIn(option("a", { de: "x", fr: "x" }), option("b", { de: "x" }))).toEqual([
      'localized-name-distinct at options[1].name_localizations["de"]',
    ]);
  });

  test("ignores entries that are not options and names that are not strings", () => {
    const paths = findingsIn("none", option("a", { de: 5 }), option(5 as never, { de: "x" }));
    expect(paths.filter((place) => place.startsWith("localized-name"))).toEqual([]);
  });
});

describe("localizations", () => {
  function check(dictionary: unknown, profile?: "spec") {
    const visit = new Visit({ profile }, formatPath);
    const texts: string[] = [];
    checkLocalizations(visit, "name_localizations", dictionary, (locale, text) =>
      texts.push(`${locale} ${text}`),
    );
    return { texts, findings: visit.findings };
  }

  test("checks each string, ignores absent ones, and reports others as the wrong type", () => {
    const { texts, findings } = check({ de: "Wort", fr: undefined, "en-US": null, ja: 5 });
    expect(texts).toEqual(["de Wort"]);
    expect(formatFindings(findings)).toEqual(['field-type at name_localizations["ja"]']);
  });

  test.each([
    ["en_us", "Did you mean en-US?"],
    ["es", "Did you mean es-ES?"],
    ["xx", "Use one of: "],
  ])("suggests another locale for %s", (locale, fix) => {
    expect(check({ [locale]: "word" }).findings).toMatchObject([
      { rule: "locale-key", fix: expect.stringContaining(fix) as string },
    ]);
  });

  test("limits the findings for a hundred thousand wrong locales", () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`x${index}`, "word"]));
    expect(check(many).findings).toHaveLength(10_000);
  });
});

describe("lengths", () => {
  test.each([
    ["", 0],
    ["abc", 3],
    ["💜💜", 2],
    ["\uD83D", 1],
    ["\uDC9C\uD83D", 2],
    ["a💜b", 3],
  ])("counts the characters of %j as %i", (text, count) => {
    expect(countCodePoints(text)).toBe(count);
  });

  test("stops counting a very long string at 20,000", () => {
    expect(countCodePoints("a".repeat(1_000_000))).toBe(20_000);
  });

  test.each([
    ["is empty.", ""],
    ["has 4 characters.", "abcd"],
    ["has 20000 or more characters.", "a".repeat(30_000)],
  ])("reports that a name %s", (message, text) => {
    const visit = new Visit({ profile: "spec" }, formatPath);
    checkLength(visit, "name-length", "name", text, 3);
    expect(visit.findings).toMatchObject([
      { rule: "name-length", path: "name", message, fix: "Write 1 to 3 characters." },
    ]);
  });
});

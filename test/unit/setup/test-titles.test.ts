import { expect, test } from "vitest";
import { findTests, readTests } from "../../setup/documents/test-titles.ts";

const source = `
  const named = ["a fox"];
  describe("a hen", needs("gio"), () => {
    it("lays", { timeout: 5 }, () => {});
    it.skip("sleeps", () => {});
    test.each([["an egg", 1], ["a worm", undefined]] as const)("eats %s, says %j", () => {});
    it.each(named)("flees %s", () => {});
    it.each(named)("%s", () => {});
    it.each([["quietly"]])("%s", () => {});
    for (const word of named) it(\`hears \${word}\`, () => {});
  });
  describe.skip("an ox", () => it("lays", () => {}));
  describe("all", needs(...parts), () => void it("rest", { skip: true }, () => {}));
  test(\`costs $5 (\${sum})\`, () => {}, 1000);
`;
const file = readTests(source);
const found = (wanted: string) => findTests(file, wanted).map(({ titles }) => titles.at(-1)?.written);

test.each([
  ["a hen › lays", ["lays"]],
  ["lays", ["lays", "lays"]],
  ["a hen", ["a hen"]],
  ["eats %s, says %j", ["eats %s, says %j"]],
  ["eats an egg, says 1", ["eats %s, says %j"]],
  ["eats a worm, says undefined", ["eats %s, says %j"]],
  ["flees a fox", ["flees %s"]],
  ["quietly", ["%s"]],
  ["hears a fox", ["hears ${word}"]],
  ["hears ${word}", ["hears ${word}"]],
])("%s is found", (wanted, titles) => {
  expect(found(wanted)).toEqual(titles);
});

test.each([
  "eats a fox, says 1",
  "eats an egg",
  "flees an ogre",
  "a fox",
  "hears an ogre",
  "a cow › lays",
  "lay",
])("%s is not there", (wanted) => {
  expect(found(wanted)).toEqual([]);
});

test("what is switched off is skipped, with all that is inside", () => {
  const skipped = file.tests.filter(({ isSkipped }) => isSkipped);
  expect(skipped.map(({ titles }) => titles.map(({ written }) => written).join(" › "))).toEqual([
    "a hen › sleeps",
    "an ox",
    "an ox › lays",
    "all › rest",
  ]);
});

test("the parts that a test needs are known where they are written out", () => {
  expect(findTests(file, "a hen › lays")).toMatchObject([{ needs: ["gio"] }]);
  expect(findTests(file, "rest")).toMatchObject([{ needs: [undefined] }]);
  expect(findTests(file, "costs $5 (2)")).toEqual([]);
  expect(findTests(file, "costs $5 (1000)")).toMatchObject([{ needs: [], isSkipped: false }]);
});

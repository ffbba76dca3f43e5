import { readdirSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { pictures, picturesPage } from "../../../scripts/page-screens/pictures.js";

const folder = "docs/images/pages";

test("docs/pages.md shows every picture (write it with vitest -u)", async () => {
  await expect(picturesPage()).toMatchFileSnapshot("../../../docs/pages.md");
});

test("every picture is there, and no other; together they are small", () => {
  const files = readdirSync(folder);
  expect(files.toSorted()).toEqual(pictures.map(({ name }) => `${name}.webp`).toSorted());
  const bytes = files.map((name) => statSync(`${folder}/${name}`).size).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeLessThan(1_500_000);
});

test("each page is seen at three widths, in dark, from right to left and with long names", () => {
  const looks = pictures.map(({ look }) => look);
  expect(new Set(looks.map(({ width }) => width))).toEqual(new Set([320, 1024, 2560]));
  expect(new Set(looks.map(({ locale }) => locale))).toEqual(new Set(["en-US", "ar", "he", "fa", "ur"]));
  const names = pictures.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["callback-long-name-phone", "consent-long-names-phone"]));
  for (const page of ["callback-returned", "sign-in", "consent"]) expect(names).toContain(`${page}-dark`);
});

import { readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  emulatorPagePictures,
  pagePictures,
  picturesPage,
  picturesSection,
} from "../../../scripts/screenshots/pictures.js";

describe("the document", () => {
  it("docs/pages.md shows every picture (update with vitest -u)", async () => {
    await expect(picturesPage()).toMatchFileSnapshot("../../../docs/pages.md");
  });

  it("docs/emulator.md shows every state with its description", () => {
    const [, shown] = readFileSync("docs/emulator.md", "utf8").split("## Pictures\n\n");
    expect(shown?.trim()).toBe(picturesSection());
  });
});

describe("the images", () => {
  it.each([
    { folder: "pages", pictures: pagePictures, limit: 1_500_000 },
    { folder: "emulator-page", pictures: emulatorPagePictures, limit: 3_000_000 },
  ])(
    "match the files in docs/images/$folder, which total less than $limit bytes",
    ({ folder, pictures, limit }) => {
      const files = readdirSync(`docs/images/${folder}`);
      expect(files.toSorted()).toEqual(pictures.map(({ name }) => `${name}.webp`).toSorted());
      const bytes = files.reduce((sum, name) => sum + statSync(`docs/images/${folder}/${name}`).size, 0);
      expect(bytes).toBeLessThan(limit);
    },
  );

  it("cover three widths, dark, right-to-left and long names", () => {
    const looks = pagePictures.map(({ look }) => look);
    expect(new Set(looks.map(({ width }) => width))).toEqual(new Set([320, 1024, 2560]));
    expect(new Set(looks.map(({ locale }) => locale))).toEqual(new Set(["en-US", "ar", "he", "fa", "ur"]));
    const names = pagePictures.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["callback-long-name-phone", "consent-long-names-phone"]));
    for (const page of ["callback-returned", "sign-in", "consent"]) expect(names).toContain(`${page}-dark`);
  });
});

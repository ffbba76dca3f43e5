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
    const [, gallery] = readFileSync("docs/emulator.md", "utf8").split("## Screenshots\n\n");
    expect(gallery?.trim()).toBe(picturesSection());
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
});

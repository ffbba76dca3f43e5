import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { shape } from "../../../src/cli/entries.ts";
import { pictured, programPage, variables } from "../../setup/program/program-page.ts";

it("documents every command", () => {
  const headings = programPage().match(/(?<=^### ).*$/gm);
  expect(headings).toEqual(shape.entries.map(({ definition }) => `slashpass ${definition.name}`));
});

it("documents all the program's environment variables", () => {
  const files = readdirSync("src/cli", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const texts = [...files.map((name) => join("src/cli", name)), "src/core/request/network-failure.ts"].map(
    (path) => readFileSync(path, "utf8"),
  );
  const read = new Set(
    texts.flatMap(
      (text) =>
        text.match(/\b(?:SLASHPASS_[A-Z_]*[A-Z]|NO_COLOR|FORCE_COLOR|NODE_DEBUG|PAGER|HTTPS_PROXY)\b/g) ?? [],
    ),
  );
  // Internal to `emulator --as-service` and `doctor --social-sdk`, which set them for their second run.
  for (const name of ["SLASHPASS_NAMESPACE", "SLASHPASS_NAMESPACE_PORT", "SLASHPASS_DOCTOR_CHILD"])
    expect(read.delete(name)).toBe(true);
  expect([...read].toSorted()).toEqual(Object.keys(variables).toSorted());
});

it("shows exactly the SVG images in docs/images", () => {
  const wanted = Object.values(pictured).map((name) => `${name}.svg`);
  expect(
    readdirSync("docs/images")
      .filter((name) => name.endsWith(".svg"))
      .toSorted(),
  ).toEqual(wanted.toSorted());
});

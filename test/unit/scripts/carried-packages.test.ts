import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { carriedPackages } from "../../../scripts/carried-packages.js";

const folder = mkdtempSync(join(tmpdir(), "slashpass-carried-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Creates a package and returns the path of its module. */
function install(name: string, license: string, files: Readonly<Record<string, string>>): string {
  const root = join(folder, "node_modules", name);
  mkdirSync(root, { recursive: true });
  const manifest = JSON.stringify({ name, version: "1.2.3", license });
  for (const [file, text] of Object.entries({ ...files, "package.json": manifest }))
    writeFileSync(join(root, file), text);
  return join(root, "lib", "index.js");
}

function noticesOf(...moduleIds: string[]): string | undefined {
  const emitted: { fileName: string; source: string }[] = [];
  const context = { emitFile: (file: { fileName: string; source: string }) => String(emitted.push(file)) };
  const bundle = { "a.js": { type: "chunk", moduleIds }, "a.txt": { type: "asset" } };
  carriedPackages().generateBundle.call(context, {}, bundle);
  return emitted.find(({ fileName }) => fileName === "third-party-notices.txt")?.source;
}

it("lists each package once, in order, with all its license and notice files", () => {
  const files = {
    "LICENSE.md": "Do as you like.\n",
    "THIRD-PARTY-NOTICES.md": "Of others.",
    "README.md": "Hi",
  };
  const scoped = install("@scope/b", "ISC", files);
  const plain = install("a", "BSD-3-Clause", { license: "Be kind." });
  const virtual = `\0virtual?${scoped}`;
  const rule = "=".repeat(79);
  expect(noticesOf(scoped, plain, scoped.replace("index", "other"), "/game/main.js", virtual)).toBe(
    `${rule}\n@scope/b 1.2.3 (ISC)\n\nDo as you like.\n\nOf others.\n\n${rule}\na 1.2.3 (BSD-3-Clause)\n\nBe kind.\n`,
  );
});

it("inserts the MIT license for a package that only mentions it", () => {
  const notices = noticesOf(install("named", "MIT", {}));
  expect(notices).toContain("Copyright (c) the authors of named\n");
  expect(notices).toContain("Permission is hereby granted, free of charge");
  expect(notices).not.toContain("slashpass");
});

it("includes a long paragraph once, regardless of line breaks, and refers to it afterward", () => {
  const permission = `Permission is granted to ${"anybody ".repeat(50)}`.trim();
  const broken = permission.replaceAll("anybody anybody", "anybody\n  anybody");
  const notices = noticesOf(
    install("one", "MIT", { license: `Copyright One\n\n${permission}` }),
    install("two", "MIT", { license: `Copyright Two\n\n${broken}\n\nAnd more.` }),
  );
  expect(notices?.split(permission)).toHaveLength(2);
  expect(notices).toContain(
    'Copyright Two\n\n"Permission is granted to anybody anybody …": the same text as under one 1.2.3 (MIT).\n\nAnd more.',
  );
});

it("throws for a package without a license file", () => {
  expect(() => noticesOf(install("silent", "Apache-2.0", {}))).toThrow("silent has no license file");
});

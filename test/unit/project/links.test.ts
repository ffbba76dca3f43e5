import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const root = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const { homepage, bugs, repository } = JSON.parse(read("package.json")) as {
  homepage: string;
  bugs: string;
  repository: { url: string };
};
const home = homepage.replace(/#.*/, "");
const inRepository = `${home}/blob/main/`;
/** Matches the part of a URL before the path of a page, directory or image. */
const intoRepository = /^.*?\/(?:blob|tree|raw)\/main\//;

/** These documents are also shown on the package's page, where relative paths do not work. */
describe.each(["README.md", "CHANGELOG.md", "SECURITY.md"])("the links in %s", (document) => {
  const targets = [...read(document).matchAll(/\]\(([^)]+)\)/g)].map(([, target = ""]) => target);

  it("are absolute", () => {
    expect(targets.filter((target) => !/^(?:https:|#)/.test(target))).toEqual([]);
  });

  it("lead to existing files and headings if they point into the repository", () => {
    const paths = targets
      .filter((target) => target.startsWith("#") || target.startsWith(`${home}/`))
      .map((target) => (target.startsWith("#") ? document + target : target.replace(intoRepository, "")));
    expect(paths.filter((path) => !leadsSomewhere(path))).toEqual([]);
  });
});

/** Hints, declarations and schemas are read in the installed package, which does not include `docs`. */
it("uses valid, absolute addresses where the sources refer to documentation pages", () => {
  const named = readdirSync(new URL("src", root), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:ts|json)$/.test(path))
    .flatMap((path) => read(`src/${path}`).match(/\S*\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g) ?? [])
    .map((name) => name.replace(/^[^\w]+/, ""));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !name.startsWith(inRepository))).toEqual([]);
  expect(named.filter((name) => !leadsSomewhere(name.slice(inRepository.length)))).toEqual([]);
});

it("uses the same repository address in package.json and the README", () => {
  expect(repository.url).toBe(`git+${home}.git`);
  expect(bugs).toBe(`${home}/issues`);
  expect(read("README.md").split(inRepository).length).toBeGreaterThan(10);
});

function leadsSomewhere(target: string): boolean {
  const [path = "", anchor] = target.split("#");
  if (!existsSync(new URL(path, root))) return false;
  return anchor === undefined || headings(read(path)).includes(anchor);
}

/** Returns heading anchors as the repository's website generates them. */
function headings(markdown: string): string[] {
  const titles = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => title.toLowerCase());
  return titles.map((title) => title.replace(/[^\w\s-]/g, "").replaceAll(" ", "-"));
}

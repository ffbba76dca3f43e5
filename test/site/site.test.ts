import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { publicNames } from "../setup/declarations.ts";
import { documents } from "../setup/documents/blocks.ts";
import { fileOf, pages } from "./pages.ts";

const root = new URL("../../", import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
  exports: Record<string, string | { readonly types: string }>;
};

function valuesOf(attribute: "href" | "id", html: string): string[] {
  const text = html.replaceAll(/<script\b.*?<\/script>/gs, "");
  const found = text.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, "g"));
  return Array.from(found, ([, value = ""]) => value.replaceAll("&amp;", "&"));
}

const linksOf = new Map([...pages].map(([name, html]) => [name, valuesOf("href", html)]));
const idsOf = new Map([...pages].map(([name, html]) => [name, new Set(valuesOf("id", html))]));
const isElsewhere = (href: string): boolean => /^[a-z]+:/.test(href);

it("has a page for every document", () => {
  const wanted = documents()
    .filter((path) => path.startsWith("docs/"))
    .map((path) =>
      path
        .replace(/^docs\//, "")
        .replace(/^README\.md$/, "index.md")
        .replace(/\.md$/, ".html"),
    );
  expect(wanted.length).toBeGreaterThan(15);
  expect(wanted.filter((path) => !pages.has(path))).toEqual([]);
});

it("has a page with each example's code", () => {
  const examples = readdirSync(new URL("examples", root)).filter((name) => name.endsWith(".js"));
  expect(examples.length).toBeGreaterThan(25);
  for (const name of examples) {
    const html = pages.get(`examples/${name.replace(/\.js$/, ".html")}`);
    expect(html, name).toContain("slashpass");
    expect(html, name).toContain(`blob/main/examples/${name}`);
  }
});

it("has a home page with the install command, the quick start, the screenshot and a link for each job", () => {
  const home = pages.get("index.html") ?? "";
  const text = home.replaceAll(/<[^>]*>/g, "");
  expect(text).toContain("npm install slashpass");
  expect(text).toContain("client.signIn({ scopes");
  expect(home).toMatch(/<img src="[^":]+\/demo\.[^"]+webp"/);
  const [, doors = ""] = /id="main-tasks".*?<ul>(.*?)<\/ul>/s.exec(home) ?? [];
  expect(valuesOf("href", doors)).toHaveLength(3);
});

it("starts the reference with Client", () => {
  const headings = [...(pages.get("reference/slashpass.html") ?? "").matchAll(/<h[23] id="([^"]+)"/g)];
  expect(headings.slice(0, 2).map(([, id]) => id)).toEqual(["client-and-session", "client"]);
});

it("has no internal link to a missing page or anchor", () => {
  const inside = [...linksOf].flatMap(([name, links]) =>
    links.filter((href) => !isElsewhere(href)).map((href) => ({ name, href })),
  );
  expect(inside.length).toBeGreaterThan(1_000);
  expect(inside.filter(({ name, href }) => !leadsSomewhere(href, name))).toEqual([]);
});

function leadsSomewhere(href: string, from: string): boolean {
  const { pathname, hash } = new URL(href, `http://site/${from}`);
  const name = fileOf(decodeURIComponent(pathname).slice(1));
  if (name === undefined) return false;
  return hash === "" || idsOf.get(name)?.has(decodeURIComponent(hash.slice(1))) === true;
}

it("has only https external links, and no links to missing files in the repository", () => {
  const links = [...new Set([...linksOf.values()].flat().filter(isElsewhere))].filter(
    (href) => href !== "data:,",
  );
  const inRepository = "https://github.com/slashpass/slashpass/blob/main/";
  expect(links.filter((href) => !href.startsWith("https://") || !URL.canParse(href))).toEqual([]);
  const paths = links
    .filter((href) => href.startsWith(inRepository))
    .map((href) => href.slice(inRepository.length).replace(/#.*/, ""));
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(new URL(decodeURIComponent(path), root)))).toEqual([]);
});

it.each(Object.entries(exports).filter((entry) => typeof entry[1] === "object"))(
  "has a reference section for every export of the entry %s",
  (path, entry) => {
    const { types } = entry as { readonly types: string };
    const names = publicNames(new URL(types, root)).map(({ name }) => name.toLowerCase());
    expect(names.length).toBeGreaterThan(0);
    const ids = idsOf.get(`reference/${join("slashpass", path)}.html`);
    expect(names.filter((name) => ids?.has(name) !== true)).toEqual([]);
  },
);

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { extname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publicNames } from "../setup/declarations.ts";
import { useChromium } from "../setup/browser.ts";
import { documents } from "../setup/documents/blocks.ts";
import { needs } from "../setup/system-parts.ts";

const root = new URL("../../", import.meta.url);
const site = new URL("build/site/", root).pathname;
const files = readdirSync(site, { recursive: true, encoding: "utf8" });
const read = (path: string) => readFileSync(join(site, path), "utf8");
const pages = new Map(files.filter((name) => name.endsWith(".html")).map((name) => [name, read(name)]));
const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
  exports: Record<string, string | { readonly types: string }>;
};

/** The values of an attribute in a page; what is inside of scripts is not there yet. */
function valuesOf(attribute: "href" | "id", html: string): string[] {
  const text = html.replaceAll(/<script\b.*?<\/script>/gs, "");
  const found = text.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, "g"));
  return Array.from(found, ([, value = ""]) => value.replaceAll("&amp;", "&"));
}

const linksOf = new Map([...pages].map(([name, html]) => [name, valuesOf("href", html)]));
const placesOf = new Map([...pages].map(([name, html]) => [name, new Set(valuesOf("id", html))]));
const isElsewhere = (href: string): boolean => /^[a-z]+:/.test(href);

it("every document is a page", () => {
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

it("every link inside leads to a page, and to a place of it", () => {
  const inside = [...linksOf].flatMap(([name, links]) =>
    links.filter((href) => !isElsewhere(href)).map((href) => ({ name, href })),
  );
  expect(inside.length).toBeGreaterThan(1_000);
  expect(inside.filter(({ name, href }) => !leadsSomewhere(href, name))).toEqual([]);
});

function leadsSomewhere(href: string, from: string): boolean {
  const { pathname, hash } = new URL(href, `http://site/${from}`);
  const path = decodeURIComponent(pathname).slice(1);
  const name = [path, `${path}.html`, join(path, "index.html")].find(
    (candidate) => existsSync(join(site, candidate)) && extname(candidate) !== "",
  );
  if (name === undefined) return false;
  return hash === "" || placesOf.get(name)?.has(decodeURIComponent(hash.slice(1))) === true;
}

it("every link elsewhere is one of https, and those into the repository lead to a file of it", () => {
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
  "the reference has every name that is exported by slashpass %s",
  (path, entry) => {
    const { types } = entry as { readonly types: string };
    const names = publicNames(new URL(types, root)).map(({ name }) => name.toLowerCase());
    expect(names.length).toBeGreaterThan(0);
    const places = placesOf.get(`reference/${join("slashpass", path)}.html`);
    expect(names.filter((name) => places?.has(name) !== true)).toEqual([]);
  },
);

describe("in a browser", needs("Chromium"), () => {
  const chromium = useChromium();
  let server: Server;
  let address: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://site");
      const path = pathname === "/" ? "index.html" : decodeURIComponent(pathname.slice(1));
      const file = [path, `${path}.html`].find((name) => files.includes(name) && extname(name) !== "");
      response.writeHead(file === undefined ? 404 : 200, {
        "content-type": types[extname(file ?? "")] ?? "text/plain",
      });
      response.end(file === undefined ? "" : readFileSync(join(site, file)));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    address = `http://127.0.0.1:${port}/`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  const types: Readonly<Record<string, string>> = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
  };

  it("search finds a name of the reference, and nothing is asked of another host", async () => {
    const { page, complaints } = await chromium.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(address);
    await page.getByRole("button", { name: "Search" }).first().click();
    await page.getByRole("searchbox").fill("createRedactor");
    await page.getByRole("option").first().click();
    await page.waitForURL(/\/reference\/slashpass/);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((url) => !url.startsWith(address) && !url.startsWith("data:"))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it.each([320, 768, 1440])("no page is wider than a screen of %i pixels", async (width) => {
    const { page } = await chromium.newPage({ viewport: { width, height: 900 } });
    const wide: string[] = [];
    for (const path of ["", "program", "first-hour", "token-failures", "reference/slashpass"]) {
      await page.goto(address + path);
      const own = await page.evaluate<number>("document.documentElement.scrollWidth");
      if (own > width) wide.push(`${path}: ${own}`);
    }
    expect(wide).toEqual([]);
  });
});

import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { sidebar } from "./sections.js";

const { description, homepage } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);
const repository = homepage.replace(/#.*/, "");

/** Links of the pages to files beside docs lead to the repository, as they do when the pages are read there. */
function linksIntoRepository(markdown) {
  const {
    link_open: openLink = (tokens, index, options, _env, self) => self.renderToken(tokens, index, options),
  } = markdown.renderer.rules;
  markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const href = tokens[index].attrGet("href") ?? "";
    const path = posix.join("docs", posix.dirname(env.relativePath), href);
    if (href.startsWith("../") && !path.startsWith("docs/")) {
      tokens[index].attrSet("href", `${repository}/blob/main/${path}`);
      return self.renderToken(tokens, index, options);
    }
    return openLink(tokens, index, options, env, self);
  };
}

/** Headings have the anchors that the repository gives them. */
function slugify(title) {
  const words = title.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "");
  return words.replaceAll(" ", "-");
}

export default {
  title: "slashpass",
  description,
  lang: "en",
  outDir: "../build/site",
  rewrites: { "README.md": "index.md" },
  srcExclude: ["node_modules/**"],
  // No icon, and none is asked for.
  head: [["link", { rel: "icon", href: "data:," }]],
  markdown: { config: linksIntoRepository, linkify: false, anchor: { slugify } },
  themeConfig: {
    nav: [
      { text: "First hour", link: "/first-hour" },
      { text: "Reference", link: "/reference/slashpass" },
    ],
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: repository }],
    docFooter: { prev: false, next: false },
  },
};

import { linksOfSite } from "./links.js";
import { description, repository } from "./repository.js";
import { search } from "./search.js";
import { sidebar } from "./sections.js";
import { tablesOfSite, tableStyle } from "./tables.js";

/** Generates the same heading anchors as GitHub. */
function slugify(title) {
  const words = title.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "");
  return words.replaceAll(" ", "-");
}

export default {
  title: "slashpass",
  description,
  lang: "en",
  outDir: "../build/site",
  srcExclude: ["node_modules/**", "README.md"],
  head: [
    // Prevents a request for /favicon.ico.
    ["link", { rel: "icon", href: "data:," }],
    ["style", {}, tableStyle],
  ],
  markdown: {
    config(markdown) {
      linksOfSite(markdown);
      tablesOfSite(markdown);
    },
    linkify: false,
    anchor: { slugify },
    // The default themes have too little contrast for comments and keywords.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    nav: [
      { text: "First hour", link: "/first-hour" },
      { text: "Examples", link: "/examples/" },
      { text: "Reference", link: "/reference/slashpass" },
    ],
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search,
    socialLinks: [{ icon: "github", link: repository }],
    docFooter: { prev: false, next: false },
    notFound: { quote: "There is no page at this address.", linkLabel: "Home", linkText: "Home" },
  },
};

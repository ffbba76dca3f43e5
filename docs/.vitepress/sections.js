import { readdirSync, readFileSync } from "node:fs";
import { entryPoints } from "./entry-points.js";
import { examples } from "./examples.js";

const docs = new URL("../", import.meta.url);

/** Pages in reading order. */
const sections = {
  Start: ["guides/sign-in.md", "guides/commands.md", "guides/activity.md", "first-hour.md"],
  Guides: [
    "guides/portal.md",
    "guides/troubleshooting.md",
    "guides/electron.md",
    "guides/backend.md",
    "guides/server.md",
    "guides/interaction-hosts.md",
    "guides/logging.md",
    "guides/company-network.md",
    "guides/migration.md",
  ],
  "Signing in": ["authorize.md", "pages.md", "custom-scheme.md", "errors.md"],
  "Commands and interactions": ["program.md", "command-rules.md", "interactions.md", "other-endpoints.md"],
  Activities: ["activities-protocol.md"],
  Tests: ["testing.md", "emulator.md", "verified.md"],
  Shipping: ["bundling.md", "benchmarks.md", "status.md"],
};

/** Returns the pages that no section lists. */
function others() {
  const listed = new Set(["README.md", "index.md", ...Object.values(sections).flat()]);
  const guides = readdirSync(new URL("guides/", docs)).map((name) => `guides/${name}`);
  return [...readdirSync(docs), ...guides].filter((name) => name.endsWith(".md") && !listed.has(name));
}

export function sidebar() {
  const groups = Object.entries({ ...sections, More: others() }).map(([text, paths]) => ({
    text,
    items: paths.map((path) => ({ text: titleOf(path), link: linkOf(path) })),
  }));
  const [start, ...rest] = groups.filter(({ items }) => items.length > 0);
  return [
    { ...start, items: [{ text: "slashpass", link: "/" }, ...start.items] },
    ...rest,
    {
      text: "Examples",
      collapsed: true,
      items: examples.map(({ name, title }) => ({ text: title, link: `/examples/${name}` })),
    },
    {
      text: "Reference",
      items: [...entryPoints.keys()].map((name) => ({ text: name, link: `/reference/${name}` })),
    },
  ];
}

const linkOf = (path) => `/${path.replace(/\.md$/, "")}`;

function titleOf(path) {
  const [, title = path] = /^# (.+)$/m.exec(readFileSync(new URL(path, docs), "utf8")) ?? [];
  return title.replaceAll("`", "");
}

import { readdirSync, readFileSync } from "node:fs";
import { entryPoints } from "./entry-points.js";
import { examples } from "./examples.js";

const docs = new URL("../", import.meta.url);

const jobs = ["guides/sign-in.md", "guides/commands.md", "guides/activity.md"];

/** Where to find what, in the order in which it is read. */
const sections = {
  Start: [...jobs, "first-hour.md"],
  Guides: guides(),
  "Signing in": [
    "authorize.md",
    "pages.md",
    "desktop-client.md",
    "custom-scheme.md",
    "token-failures.md",
    "diagnose.md",
  ],
  "Commands and interactions": [
    "program.md",
    "command-rules.md",
    "interactions.md",
    "events.md",
    "other-endpoints.md",
  ],
  "Tests and shipping": [
    "testing.md",
    "activities-protocol.md",
    "emulator-page.md",
    "emulator-faults-and-time.md",
    "request-rules.md",
    "bundling.md",
  ],
};

function guides() {
  const names = readdirSync(new URL("guides/", docs)).filter((name) => name.endsWith(".md"));
  return names.map((name) => `guides/${name}`).filter((path) => !jobs.includes(path));
}

/** The pages that stand in no section. */
function others() {
  const listed = new Set(["README.md", "index.md", ...Object.values(sections).flat()]);
  const pages = readdirSync(docs).filter((name) => name.endsWith(".md"));
  return pages.filter((name) => !listed.has(name));
}

/** Of VitePress. */
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

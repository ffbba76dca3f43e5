import { readdirSync, readFileSync } from "node:fs";
import { entryPoints } from "./entry-points.js";

const docs = new URL("../", import.meta.url);

/** Where to find what, in the order in which it is read. */
const sections = {
  Start: ["README.md", "guides/sign-in.md", "first-hour.md"],
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
  const folder = new URL("guides/", docs);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "sign-in.md")
    .map((name) => `guides/${name}`);
}

/** The pages that stand in no section. */
function others() {
  const listed = new Set(Object.values(sections).flat());
  const pages = readdirSync(docs).filter((name) => name.endsWith(".md"));
  return pages.filter((name) => !listed.has(name));
}

/** Of VitePress. */
export function sidebar() {
  const groups = Object.entries({ ...sections, More: others() }).map(([text, paths]) => ({
    text,
    items: paths.map((path) => ({ text: titleOf(path), link: linkOf(path) })),
  }));
  const reference = [...entryPoints.keys()].map((name) => ({ text: name, link: `/reference/${name}` }));
  return [...groups.filter(({ items }) => items.length > 0), { text: "Reference", items: reference }];
}

const linkOf = (path) => (path === "README.md" ? "/" : `/${path.replace(/\.md$/, "")}`);

function titleOf(path) {
  const [, title = path] = /^# (.+)$/m.exec(readFileSync(new URL(path, docs), "utf8")) ?? [];
  return title.replaceAll("`", "");
}

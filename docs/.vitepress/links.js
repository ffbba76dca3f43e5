import { posix } from "node:path";
import { examples } from "./examples.js";
import { repository } from "./repository.js";

/**
 * Rewrites relative links and full repository URLs to pages of the site. Links to files that have no page lead to the repository.
 */
export function linksOfSite(markdown) {
  const {
    link_open: openLink = (tokens, index, options, _env, self) => self.renderToken(tokens, index, options),
  } = markdown.renderer.rules;
  markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const href = tokens[index].attrGet("href") ?? "";
    const path = repositoryPath(href, env.relativePath);
    if (path === undefined) return openLink(tokens, index, options, env, self);
    const page = pageOf(path);
    if (page === undefined) {
      tokens[index].attrSet("href", `${repository}/blob/main/${path}`);
      return self.renderToken(tokens, index, options);
    }
    tokens[index].attrSet("href", relativeTo(page, env.relativePath));
    return openLink(tokens, index, options, env, self);
  };
}

/** Returns a link's path in the repository, or undefined if it leads elsewhere. */
function repositoryPath(href, from) {
  const [, path] = new RegExp(`^${repository}/(?:blob|tree|raw)/main/(.+)$`).exec(href) ?? [];
  if (path !== undefined) return path;
  return /^(?:[a-z]+:|[#/]|$)/.test(href) ? undefined : posix.join("docs", posix.dirname(from), href);
}

/** Returns the site's page for a repository path, relative to docs and including the anchor. */
function pageOf(path) {
  const [file, anchor] = path.split("#");
  const page = filePage(file);
  return page === undefined || anchor === undefined ? page : `${page}#${anchor}`;
}

function filePage(file) {
  if (file === "README.md" || file === "docs/README.md") return "index.md";
  if (file.startsWith("docs/")) return file.slice("docs/".length);
  if (/^examples\/?$/.test(file)) return "examples/index.md";
  const [, name, inside] = /^examples\/([^/]+)\/?(.*)$/.exec(file) ?? [];
  const example = examples.find(({ files }) => files.includes(inside ? `${name}/${inside}` : name));
  const folder = examples.find((each) => each.name === name && !inside);
  const found = example ?? folder;
  return found && `examples/${found.name}.md`;
}

const relativeTo = (page, from) => {
  const path = posix.relative(posix.dirname(from), page);
  return path.startsWith(".") ? path : `./${path}`;
};

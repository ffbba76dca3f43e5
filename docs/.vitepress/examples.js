import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../examples/", import.meta.url);
const isShown = (path) =>
  /\.(?:c?js|tsx?|svelte|html|ya?ml)$|Dockerfile$/.test(path) && !path.endsWith(".d.ts");

const properNames = {
  "node http": "on Node's own server",
  express: "in Express",
  fastify: "in Fastify",
  hono: "in Hono",
  lambda: "in AWS Lambda",
  github: "GitHub",
};

/** One entry per example (a file or a directory): `name`, `title`, and `files` relative to the examples directory. */
export const examples = readdirSync(folder, { withFileTypes: true })
  .map((entry) => ({
    name: entry.name.replace(/\.js$/, ""),
    title: titleOf(entry.name),
    files: entry.isDirectory() ? filesIn(entry.name) : [entry.name],
  }))
  .filter(({ files }) => files.every(isShown))
  .toSorted((one, other) => one.name.localeCompare(other.name, "en"));

function filesIn(name) {
  const paths = readdirSync(new URL(`${name}/`, folder), { recursive: true, encoding: "utf8" });
  return paths
    .filter(isShown)
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.localeCompare(other, "en"))
    .map((path) => `${name}/${path}`);
}

/** Sorts an example's entry file first and its tests last. */
function rankOf(path) {
  if (/^(?:main\.ts|src\/main\/account\.ts|(?:demo|start)\.js|action\.yml|Dockerfile)$/.test(path)) return 0;
  return path.includes(".test.") ? 2 : 1;
}

/** Converts a file name to a title: `10-register-commands.js` → "Register commands". */
function titleOf(name) {
  const words = name.replace(/^\d+-/, "").replace(/\.js$/, "").replaceAll("-", " ");
  const named = words.replaceAll(
    /node http|express|fastify|hono|lambda|github/g,
    (word) => properNames[word],
  );
  return named[0].toUpperCase() + named.slice(1);
}

/** Renders an example's Markdown page. */
export function exampleMarkdown({ title, files }, repository) {
  const parts = files.map((path) => {
    const heading = files.length > 1 ? [`## ${path.slice(path.indexOf("/") + 1)}`] : [];
    return [...heading, ...fileMarkdown(path, repository)];
  });
  return ["---\naside: false\n---", `# ${title}`, ...parts.flat(), ""].join("\n\n");
}

/** Renders a file. Its leading comment becomes the description and the commands to run. */
function fileMarkdown(path, repository) {
  const text = readFileSync(new URL(path, folder), "utf8");
  const [comment] = /^(?:(?:\/\/|#)(?: .*)?\n)*/.exec(text);
  const lines = comment.split("\n").map((line) => line.replace(/^(?:\/\/|#) ?/, ""));
  const commands = lines.filter((line) => line.startsWith("  ")).map((line) => line.trim());
  const said = lines.filter((line) => !line.startsWith("  ")).join("\n");
  return [
    ...(said.trim() === "" ? [] : [escaped(said.trim())]),
    ...(commands.length > 0 ? [fenced("sh", commands.join("\n"))] : []),
    fenced(languageOf(path), text.slice(comment.length).trim()),
    ...(text.includes('"./setting.js"')
      ? ["It runs against the emulator, as [setting.js](./setting.md) says."]
      : []),
    // HTML, because links.js would rewrite a Markdown link to point to this page.
    `<a href="${repository}/blob/main/examples/${path}">examples/${path}</a>`,
  ];
}

const escaped = (text) => text.replaceAll("<", "&lt;").replaceAll("_", "\\_");
const fenced = (language, text) => `\`\`\`${language}\n${text}\n\`\`\``;

function languageOf(path) {
  const [, ending = "docker"] = /\.(\w+)$/.exec(path) ?? [];
  return { cjs: "js", yml: "yaml" }[ending] ?? ending;
}

export function examplesMarkdown(repository) {
  const items = examples.map(({ name, title, files }) => `- [${title}](./${name}.md): ${about(files)}`);
  const lead = `Each runs as it is, in a checkout of [the repository](${repository}), against the emulator.`;
  return ["# Examples", lead, items.join("\n"), ""].join("\n\n");
}

/** Returns the first sentence of the first leading comment in the files. */
function about(files) {
  const texts = files.map((path) => readFileSync(new URL(path, folder), "utf8"));
  const [comment = ""] = texts.map((text) => /^(?:(?:\/\/|#) \S.*\n)+/.exec(text)?.[0]).filter(Boolean);
  const [sentence] = comment
    .replaceAll(/^(?:\/\/|#) /gm, "")
    .replaceAll("\n", " ")
    .trim()
    .split(/(?<=\.) /);
  return escaped(sentence.replace(/:$/, "."));
}

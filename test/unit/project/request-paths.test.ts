import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Node, parsed, visitNodes } from "../../setup/parsed.ts";

/** Files that may encode values and insert them into paths. */
const makers = new Set(["core/request/addresses.ts"]);

test("inserts values into request paths only with apiPath", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !makers.has(path))
    .map((path) => ({ path, source: readFileSync(`src/${path}`, "utf8") }));
  expect(otherRequests("send(`/lobbies/${id}/members`)", "ts")).toHaveLength(1);
  expect(
    sources.flatMap(({ path, source }) =>
      otherRequests(source, path.endsWith("x") ? "tsx" : "ts").map((other) => `${path}: ${other}`),
    ),
  ).toEqual([]);
});

/** Returns the parts of a source that encode a value, insert one into a path, or cast a string to a path. */
function otherRequests(source: string, lang: "ts" | "tsx"): string[] {
  const found: string[] = [];
  visitNodes(parsed(source, lang), (node) => {
    if (isEncoder(node) || isCast(node)) found.push(source.slice(node.start, node.end));
    // A tag processes its values itself; tags for paths encode them.
    if (node.type === "TaggedTemplateExpression") return false;
    if (node.type !== "TemplateLiteral" || !isPath(source.slice(node.start + 1, node.end - 1))) return true;
    found.push(source.slice(node.start, node.end));
    return false;
  });
  return found;
}

function isEncoder({ type, name }: Node): boolean {
  return type === "Identifier" && (name === "encodeURIComponent" || name === "encodeURI");
}

function isCast({ type, typeAnnotation }: Node): boolean {
  const name = (typeAnnotation as { typeName?: { name?: string } } | undefined)?.typeName?.name;
  return type === "TSAsExpression" && name === "ApiPath";
}

/** Whether the text precedes a value in a path: `/lobbies/${`, or a base or path that continues with a value. */
function isPath(text: string): boolean {
  const [, start, folders] =
    /^(\$\{[\w.#]*(?:[bB]ase|[pP]ath)\})?(\/(?:[\w@-]+\/)*)\$\{(?!.*\bpathPart\()/.exec(text) ?? [];
  return folders !== undefined && (start !== undefined || folders !== "/");
}

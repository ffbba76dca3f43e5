import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { blocksOf, documents, locationOf } from "../../setup/documents/blocks.ts";
import { isNode, type Node, parsed, visitNodes } from "../../setup/parsed.ts";

const root = new URL("../../../", import.meta.url).pathname;
const examples = readdirSync(`${root}examples`, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.[jt]s$/.test(path))
  .map((path) => ({ location: `examples/${path}`, text: readFileSync(`${root}examples/${path}`, "utf8") }));
const blocks = documents()
  .flatMap(blocksOf)
  .filter(({ language }) => language === "js" || language === "ts")
  .map((block) => ({ location: locationOf(block), text: block.text }));

/** For each handler in a source, returns whether its options set the base URL for responses, directly or in a spread. */
function handlersIn(text: string): boolean[] {
  const found: boolean[] = [];
  // Only complete programs can be parsed, and some blocks are fragments.
  if (!text.includes("createInteractionHandler(")) return found;
  visitNodes(parsed(text, "ts"), (node) => {
    if (node.type === "CallExpression" && nameOf(node["callee"]) === "createInteractionHandler")
      found.push(namesService((node["arguments"] as readonly Node[])[0]));
    return true;
  });
  return found;
}

function namesService(options: Node | undefined): boolean {
  const properties = (options?.["properties"] ?? []) as readonly Node[];
  return properties.some(({ type, key }) => type === "SpreadElement" || nameOf(key) === "apiBase");
}

const nameOf = (node: unknown): unknown => (isNode(node) ? node["name"] : undefined);

it("sets a base URL in all example handlers, so no response meant for an emulator goes to the real service", () => {
  const made = [...examples, ...blocks].flatMap(({ location, text }) =>
    handlersIn(text).map((isConfigured) => ({ location, isConfigured })),
  );
  expect(made.length).toBeGreaterThan(15);
  expect(made.filter(({ isConfigured }) => !isConfigured)).toEqual([]);
});

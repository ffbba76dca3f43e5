import { expect, it } from "vitest";
import { blocksIn } from "../../setup/documents/blocks.ts";
import { commandsOf, objectionsTo, typedIn } from "../../setup/documents/shell-lines.ts";

it("blocks are found with their language, kind, place and file, in lists too", () => {
  const markdown = "# A\n\n```js fragment\nlook();\n```\n\n- b\n\n  ```ts\n  // game.ts\n  play();\n  ```\n";
  expect(blocksIn(markdown, "a.md")).toEqual([
    { document: "a.md", line: 3, language: "js", kind: "fragment", text: "look();\n" },
    { document: "a.md", line: 9, language: "ts", kind: "", text: "// game.ts\nplay();\n", file: "game.ts" },
  ]);
});

it("lines are taken apart into commands, without variables, comments and redirections", () => {
  const lines = `npm ci && A=1 node "a b.js" # then\nset -e; slashpass completion \\\n  bash >> ~/.bashrc | cat\n`;
  expect(commandsOf(lines)).toEqual([
    ["npm", "ci"],
    ["node", "a b.js"],
    ["set", "-e"],
    ["slashpass", "completion", "bash"],
    ["cat"],
  ]);
});

it("what is typed in a terminal stands after the prompts", () => {
  expect(typedIn("$ slashpass init\nWrote it.\n$ npm ci\n")).toBe("slashpass init\nnpm ci\n");
});

it.each([
  "npm run build && npx slashpass emulator --port 8181 -- npm test",
  "npm install slashpass keytar",
  "node --env-file=.env scripts/build.js",
  "npx vitest run",
])("%s can be typed", (line) => {
  expect(objectionsTo(line, "README.md")).toEqual([]);
});

it.each([
  "slashpass command plan",
  "npx slashpass emulator --ports 8181",
  "npm run nothing",
  "npm publish",
  "npm install nothing-of-that-name",
  "node nothing.js",
  "node --nothing scripts/build.js",
  "npx nothing-of-that-name",
  "frobnicate",
])("%s is refused", (line) => {
  expect(objectionsTo(line, "README.md")).toEqual([expect.stringContaining(line)]);
});

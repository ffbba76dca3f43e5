import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

/** All examples in each guide, in order. Other tests run the files. */
const expected: Readonly<Record<string, readonly string[]>> = {
  "docs/guides/backend.md": ["17-own-server.js"],
  "docs/guides/cpp-game.md": ["36-cpp-game.js"],
  "docs/guides/interaction-hosts.md": [
    "20-interactions-node-http.js",
    "28-interactions-worker.js",
    "29-interactions-lambda.js",
  ],
  "docs/guides/sign-in.md": ["game/tsconfig.json", "game/account.ts", "game/page.ts", "game/main.ts"],
  "docs/guides/logging.md": ["06-pino.js", "07-winston.js"],
};
const block = /^```(?:js|ts|json) run-by=test\/unit\/project\/guide-examples\.test\.ts\n[^]*?^```$/gm;

it.each(Object.entries(expected))(
  "keeps the examples in %s identical to their files (update with vitest -u)",
  async (guide, examples) => {
    const markdown = read(guide);
    expect(markdown.match(block)).toHaveLength(examples.length);
    const remaining = [...examples];
    const whole = markdown.replace(block, (old) => {
      const [fence = ""] = old.split("\n");
      return `${fence}\n${read(`examples/${remaining.shift()}`)}\`\`\``;
    });
    await expect(whole).toMatchFileSnapshot(`../../../${guide}`);
  },
);

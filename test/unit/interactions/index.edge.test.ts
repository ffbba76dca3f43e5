import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { describe, expect, test } from "vitest";
import type * as interactions from "../../../src/interactions/index.ts";
import { runtimeGlobals } from "../../setup/runtime-globals.ts";
import { commandPayload, publicKey, signedRequest } from "../../setup/interactions/service.ts";

/** Returns the modules that `module` loads at run time, each with its import specifiers. */
function loadedBy(module: URL, visited: Map<string, string[]> = new Map()): Map<string, string[]> {
  if (visited.has(module.href)) return visited;
  const text = readFileSync(module, "utf8");
  const statements = text.matchAll(/^(?:import|export) (?!type )[^;]*? from "([^"]+)";/gm);
  const specifiers = Array.from(statements, ([, specifier = ""]) => specifier);
  visited.set(module.href, specifiers);
  for (const specifier of specifiers)
    if (specifier.startsWith(".")) loadedBy(new URL(specifier, module), visited);
  return visited;
}

describe.each(["index", "production"])("slashpass/interactions, %s.ts", (name) => {
  const entry = new URL(`../../../src/interactions/${name}.ts`, import.meta.url);

  test("loads no Node.js modules or packages so that it runs on edge runtimes", () => {
    const loaded = loadedBy(entry);
    expect(loaded.size).toBeGreaterThan(30);
    expect([...loaded.values()].flat().filter((specifier) => !specifier.startsWith("."))).toEqual([]);
  });

  test("responds in a runtime without Node.js globals", async () => {
    const bundle = await rolldown({
      input: fileURLToPath(entry),
      platform: "browser",
      logLevel: "silent",
      // The target of the package build.
      transform: { target: "node20.19" },
    });
    const { output } = await bundle.generate({ format: "iife", name: "library" });
    await bundle.close();
    const context = createContext({ ...runtimeGlobals });
    const library = runInContext(`${output[0].code}\nlibrary`, context) as typeof interactions;
    const handler = library.createInteractionHandler({
      publicKey,
      commands: [
        library.defineCommand({
          name: "greet",
          description: "Greets",
          handle: (interaction) => interaction.reply({ content: `Hello ${interaction.user.username}` }),
        }),
      ],
    });
    const answer = await handler(signedRequest(commandPayload({ name: "greet" })));
    expect(await answer.json()).toEqual({ type: 4, data: { content: "Hello ada" } });
    const forged = new Request("https://game.example/", { method: "POST", body: "{}" });
    expect((await handler(forged)).status).toBe(401);
  });
});

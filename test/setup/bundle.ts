import { join } from "node:path";
import { rolldown } from "rolldown";
import { programText } from "../../scripts/bundle/program-text.js";

/** Bundles a source file into one file that plain Node can run, for tests whose processes cannot load TypeScript. */
export async function bundle(source: string, folder: string): Promise<string> {
  const build = await rolldown({
    input: join(import.meta.dirname, "../../src", source),
    platform: "node",
    // Node 20 does not support `using`.
    transform: { target: "node20.19" },
    // Includes the helpers for features that Node 20 lacks.
    external: [/^(?!\0|@oxc-project\/)[^./]/],
    plugins: [programText()],
  });
  const file = join(folder, "bundle.mjs");
  await build.write({ codeSplitting: false, file });
  await build.close();
  return file;
}

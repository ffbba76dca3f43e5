import { join } from "node:path";
import { rolldown } from "rolldown";
import { programText } from "../../scripts/bundle/program-text.js";

/** One file that plain Node runs, from a source of ours: for tests whose processes cannot load TypeScript. */
export async function bundle(source: string, folder: string): Promise<string> {
  const build = await rolldown({
    input: join(import.meta.dirname, "../../src", source),
    platform: "node",
    // Node 20 knows no `using`.
    transform: { target: "node20.19" },
    // Its helpers for what Node 20 lacks come along.
    external: [/^(?!\0|@oxc-project\/)[^./]/],
    plugins: [programText()],
  });
  const file = join(folder, "bundle.mjs");
  await build.write({ codeSplitting: false, file });
  await build.close();
  return file;
}

import { resolve } from "node:path";
import type { WorldInit } from "slashpass/emulator";
import { confirmFile, writeResult } from "../commands/apply-commands.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import { askEmulator } from "./ask.ts";
import type { exportDefinition } from "./control-definitions.ts";

const schema = "./node_modules/slashpass/dist/schemas/world.json";

export async function run(call: Call<typeof exportDefinition.options>): Promise<Outcome> {
  const { options, cwd, terminal } = call;
  const path = resolve(cwd, options.world ?? "world.json");
  await confirmFile(call, path);
  const world = (await askEmulator(call, "/control/world")) as WorldInit;
  await writeResult(path, `${JSON.stringify({ $schema: schema, ...world }, null, 2)}\n`);
  terminal.print(terminal.wrap(`Wrote the emulator's world into ${path}, without keys and secrets.`));
  return { result: { file: path } };
}

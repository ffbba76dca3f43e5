import { resolve } from "node:path";
import type { WorldInit } from "slashpass/emulator";
import { confirmFile, writeResult } from "../commands/apply-commands.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import { askEmulator } from "./ask.ts";
import type { exportDefinition, triggerDefinition } from "./control-definitions.ts";
import { misunderstood } from "../frame/failure.ts";
import { loadFile } from "../settings/load-file.ts";

const schema = "./node_modules/slashpass/dist/schemas/world.json";

export async function exportWorld(call: Call<typeof exportDefinition.options>): Promise<Outcome> {
  const { options, cwd, terminal } = call;
  const path = resolve(cwd, options.world ?? "world.json");
  await confirmFile(call, path);
  const world = (await askEmulator(call, "/control/world")) as WorldInit;
  await writeResult(path, `${JSON.stringify({ $schema: schema, ...world }, null, 2)}\n`);
  terminal.print(terminal.wrap(`Wrote the emulator's world to ${path}, without keys or secrets.`));
  return { result: { file: path } };
}

type TriggerCall = Call<typeof triggerDefinition.options, typeof triggerDefinition.arguments>;

export async function trigger(call: TriggerCall): Promise<Outcome> {
  const { options, arguments: given, cwd, terminal } = call;
  const fields = readFields(given.field);
  if (options.data !== undefined && given.field.length > 0)
    throw misunderstood("--data contains the whole event and cannot be combined with fields.");
  const data =
    options.data === undefined ? undefined : await loadFile(resolve(cwd, options.data), "The event");
  const about = data === undefined ? { fields } : { data };
  const request = { event: given.event, application: options.application, ...about };
  const response = (await askEmulator(call, "/control/trigger", request)) as Readonly<
    Record<string, unknown>
  >;
  terminal.print([`${given.event}: done.`, ...linesOf(response)].join("\n"));
  return { result: { event: given.event, told: response } };
}

function readFields(words: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf("=");
      if (at > 0) return [word.slice(0, at), word.slice(at + 1)];
      throw misunderstood(`Fields must have the form name=value, such as player=Ada, not '${word}'.`);
    }),
  );
}

function linesOf(response: Readonly<Record<string, unknown>>): readonly string[] {
  return typeof response["id"] === "string" ? [`id  ${response["id"]}`] : [];
}

import { resolve } from "node:path";
import { misunderstood } from "../frame/failure.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import { loadFile } from "../settings/load-file.ts";
import { askEmulator } from "./ask.ts";
import type { triggerDefinition } from "./control-definitions.ts";

type TriggerCall = Call<typeof triggerDefinition.options, typeof triggerDefinition.arguments>;

export async function run(call: TriggerCall): Promise<Outcome> {
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

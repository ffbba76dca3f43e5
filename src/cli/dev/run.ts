import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { readPort } from "../emulator/options.ts";
import { untilOver } from "../emulator/start-emulator.ts";
import { ExitCode, Failure, misunderstood } from "../frame/failure.ts";
import { refusePlanted } from "../settings/config-file.ts";
import type { Outcome } from "../frame/run-command.ts";
import { type ProjectFiles, readProjectFiles } from "../settings/settings.ts";
import { startEmulatorService, openDiscordService, restoreApplication } from "./services.ts";
import { type DevCall, type DevService, refuseContradictions } from "./options.ts";
import { fileChanges } from "../commands/file-changes.ts";
import { columns, escapeControls } from "../frame/terminal-text.ts";
import { proseWidth } from "../frame/terminal.ts";
import { type Endpoint, startEndpoint } from "./endpoint.ts";
import { announce, report } from "./events.ts";
import { Handler } from "./handler.ts";
import { applyCommands } from "../commands/apply-commands.ts";
import { withoutRuleFindings, makePlan } from "../commands/make-plan.ts";
import { loadCommands } from "../commands/source.ts";
import { loadFileAnew } from "../settings/load-file.ts";

export async function run(call: DevCall): Promise<Outcome> {
  const { publicUrl: url, restore, port } = call.options;
  refuseContradictions(call);
  if (restore) return restoreOnly(call);
  const files = await readFiles(call);
  const service =
    url === undefined
      ? await startEmulatorService(call, files)
      : await openDiscordService(call, files, { url, port: readPort(port) });
  return develop(call, files, service);
}

async function readFiles(call: DevCall): Promise<ProjectFiles> {
  const { options, cwd } = call;
  const found = await readProjectFiles(call);
  if (options.file === undefined) refusePlanted(found.commandsFile, "If you trust it, pass it with --file.");
  if (options.handler === undefined)
    refusePlanted(found.handlerFile, "If you trust it, pass it with --handler.");
  const { file = found.commandsFile, handler = found.handlerFile } = options;
  const files = { ...found, commandsFile: resolve(cwd, file), handlerFile: resolve(cwd, handler) };
  if (existsSync(files.handlerFile)) return files;
  throw misunderstood(
    `There is no handler at ${files.handlerFile}.`,
    "Create one with 'slashpass init', or set the path in the config or with --handler.",
    "handler_missing",
  );
}

async function restoreOnly(call: DevCall): Promise<Outcome> {
  const { terminal, cwd } = call;
  const files = await readProjectFiles(call);
  const { settings, exitCode } = await restoreApplication(call, files);
  const { applicationId, environment } = settings;
  if (exitCode === undefined) {
    const folder = relative(cwd, files.folder) || "this folder";
    terminal.printText(`There are no saved settings for application ${applicationId} in ${folder}.`);
  }
  return {
    result: { applicationId, environment, restored: exitCode !== undefined },
    ...(exitCode !== undefined && { exitCode }),
  };
}

/** How long shutdown waits for pending interactions. */
const graceMs = 5_000;

interface Serving {
  readonly service: DevService;
  readonly handler: Handler;
  readonly endpoint: Endpoint | undefined;
}

async function develop(call: DevCall, files: ProjectFiles, service: DevService): Promise<Outcome> {
  const { commandsFile, handlerFile, languagesFolder } = files;
  const ended = new AbortController();
  const over = AbortSignal.any([call.signal, ended.signal]);
  const changes = fileChanges({ files: [commandsFile, handlerFile], languagesFolder }, over);
  const handler = createHandler(call, files, service);
  let endpoint: Endpoint | undefined;
  try {
    await changes.next();
    await handler.reload();
    endpoint = await startEndpoint({
      port: service.endpointPort,
      ask: (request) => handler.ask(request),
      onFailure: (error) => report(call.terminal, error, "An interaction failed: "),
    });
    await service.prepare();
    await updateCommands(call, service);
    await service.setEndpoint(urlOf(endpoint));
  } catch (error) {
    await end({ service, handler, endpoint }).catch((problem: unknown) => report(call.terminal, problem));
    throw error;
  }
  const serving = { service, handler, endpoint };
  greet(call, files, serving);
  return {
    result: { ...service.result, endpoint: urlOf(endpoint) },
    lasting: async () => {
      const program = untilOver(call, service.variables);
      void program.catch(() => undefined).finally(() => ended.abort());
      let code: number = ExitCode.Done;
      try {
        for await (const _ of changes) await reload(call, files, serving);
        code = await program;
      } finally {
        const own = await end(serving);
        if (code === ExitCode.Done) code = own;
      }
      return code;
    },
  };
}

function urlOf({ origin }: Endpoint): string {
  return `${origin}/interactions`;
}

function createHandler(call: DevCall, { handlerFile }: ProjectFiles, service: DevService): Handler {
  const { terminal, env, signal, cwd } = call;
  const name = relative(cwd, handlerFile);
  return new Handler(
    {
      file: handlerFile,
      env: { ...env, ...service.variables },
      onLine(line) {
        terminal.log(line);
        announce(terminal, { event: "printed", line });
      },
      onEnd(reason) {
        const hint = "It will be reloaded for the next interaction.";
        report(terminal, new Failure(`${name} ended: ${reason}.`, { code: "handler_ended", hint }));
      },
    },
    signal,
  );
}

/** If one step fails, the other still runs. */
async function reload(call: DevCall, { handlerFile }: ProjectFiles, serving: Serving): Promise<void> {
  const { handler, service } = serving;
  const { terminal, cwd, signal } = call;
  const load = async (): Promise<void> => {
    await handler.reload();
    const file = relative(cwd, handlerFile);
    terminal.note(`Loaded ${file}.`);
    announce(terminal, { event: "loaded", file });
  };
  for (const step of [load, () => updateCommands(call, service)]) {
    await step().catch((error: unknown) => {
      if (!signal.aborted) report(terminal, error);
    });
  }
}

/** Standard output belongs to the child program. */
function greet({ arguments: { command }, terminal, cwd }: DevCall, files: ProjectFiles, serving: Serving) {
  const { service, endpoint } = serving;
  const [handler, commands] = [files.handlerFile, files.commandsFile].map((file) => relative(cwd, file));
  const until = command.length === 0 ? "Ctrl-C" : `'${command[0]}' exits`;
  const text = terminal.wrap(`Serving ${handler}, with the commands from ${commands}, until ${until}.`);
  const addresses = [...service.addresses, ...(endpoint ? [["endpoint", urlOf(endpoint)] as const] : [])];
  const rows = addresses.map(([label, address]) => [`  ${label}`, address]);
  const whole = `${text}\n\n${columns(rows, proseWidth(terminal.columns))}\n`;
  if (command.length === 0) terminal.print(whole);
  else terminal.note(whole);
}

/** Restores the application first, so that Discord stops sending interactions. */
async function end({ service, handler, endpoint }: Serving): Promise<ExitCode> {
  try {
    return await service.restore();
  } finally {
    await handler.close(graceMs);
    await endpoint?.[Symbol.asyncDispose]();
    await service.close();
  }
}

export async function updateCommands(call: DevCall, { target, scope }: DevService): Promise<void> {
  const { terminal } = call;
  const { commands: desired } = await loadCommands(call, target.commandsFile, target, loadFileAnew);
  const options = { ...call.options, allow: [], permissionsOf: [] };
  const plan = await makePlan({ ...call, options }, scope, desired);
  if (plan.writes.length === 0) return;
  for (const { message } of withoutRuleFindings(plan).warnings)
    terminal.note(terminal.notePaint.yellow(message));
  const created = namesOf(plan.creates);
  const edited = namesOf(plan.edits);
  const deleted = namesOf(plan.deletes);
  const marks = [...marked("+", created), ...marked("~", edited), ...marked("-", deleted)];
  terminal.note(`Commands: ${marks.join(", ")}`);
  await applyCommands(call, target, "Applied", plan, (applying) => scope.apply(plan, applying));
  announce(terminal, { event: "applied", created, edited, deleted });
}

function namesOf(commands: readonly { readonly name?: unknown }[]): readonly string[] {
  return commands.map(({ name }) => String(name));
}

function marked(mark: string, names: readonly string[]): readonly string[] {
  return names.map((name) => `${mark} ${escapeControls(name)}`);
}

import { relative } from "node:path";
import { fileChanges } from "../commands/file-changes.ts";
import { columns } from "../frame/columns.ts";
import { ExitCode, Failure } from "../frame/failure.ts";
import { type Outcome, runCommand } from "../frame/run-command.ts";
import { namingPortHolder } from "../frame/port-holder.ts";
import { proseWidth } from "../frame/terminal.ts";
import type { ProjectFiles } from "../settings/settings.ts";
import { type Endpoint, startEndpoint } from "./endpoint.ts";
import { announce, report } from "./events.ts";
import { Handler } from "./handler.ts";
import { keepCommands } from "./keep-commands.ts";
import type { Place } from "./place.ts";
import type { DevCall } from "./wish.ts";

/** Timeout for pending interactions on shutdown. */
const graceMs = 5_000;

interface Serving {
  readonly place: Place;
  readonly handler: Handler;
  readonly endpoint: Endpoint | undefined;
}

export async function develop(call: DevCall, files: ProjectFiles, place: Place): Promise<Outcome> {
  const { commandsFile, handlerFile, languagesFolder } = files;
  const ended = new AbortController();
  const over = AbortSignal.any([call.signal, ended.signal]);
  const changes = fileChanges({ files: [commandsFile, handlerFile], languagesFolder }, over);
  const handler = createHandler(call, files, place);
  let endpoint: Endpoint | undefined;
  try {
    await changes.next();
    await handler.reload();
    const starting = startEndpoint({
      port: place.endpointPort,
      ask: (request) => handler.ask(request),
      onFailure: (error) => report(call.terminal, error, "An interaction failed: "),
    });
    endpoint = await namingPortHolder(place.endpointPort, starting);
    await place.begin();
    await keepCommands(call, place);
    await place.point(urlOf(endpoint));
  } catch (error) {
    await end({ place, handler, endpoint }).catch((problem: unknown) => report(call.terminal, problem));
    throw error;
  }
  const serving = { place, handler, endpoint };
  greet(call, files, serving);
  return {
    result: { ...place.result, endpoint: urlOf(endpoint) },
    lasting: async () => {
      const program = runProgramOf(call, place);
      void program.then(
        () => ended.abort(),
        () => ended.abort(),
      );
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

function createHandler(call: DevCall, { handlerFile }: ProjectFiles, place: Place): Handler {
  const { terminal, env, signal, cwd } = call;
  const name = relative(cwd, handlerFile);
  return new Handler(
    {
      file: handlerFile,
      env: { ...env, ...place.variables },
      onLine(line) {
        terminal.log(line);
        announce(terminal, { event: "printed", line });
      },
      onEnd: (reason) => report(terminal, handlerEnded(name, reason)),
    },
    signal,
  );
}

function handlerEnded(name: string, reason: string): Failure {
  return new Failure(`${name} ended: ${reason}.`, {
    code: "handler_ended",
    hint: "It is reloaded for the next interaction.",
  });
}

/** Both steps run independently: an error in one does not prevent the other. */
async function reload(call: DevCall, { handlerFile }: ProjectFiles, serving: Serving): Promise<void> {
  const { handler, place } = serving;
  const { terminal, cwd, signal } = call;
  const load = async (): Promise<void> => {
    await handler.reload();
    const file = relative(cwd, handlerFile);
    terminal.note(`Loaded ${file}.`);
    announce(terminal, { event: "loaded", file });
  };
  for (const step of [load, () => keepCommands(call, place)]) {
    await step().catch((error: unknown) => {
      if (!signal.aborted) report(terminal, error);
    });
  }
}

/** The child program owns standard output, if there is one. */
function greet({ arguments: { command }, terminal, cwd }: DevCall, files: ProjectFiles, serving: Serving) {
  const { place, endpoint } = serving;
  const [handler, commands] = [files.handlerFile, files.commandsFile].map((file) => relative(cwd, file));
  const until = command.length === 0 ? "Ctrl-C" : `the end of '${command[0]}'`;
  const text = terminal.wrap(`Serving ${handler}, with the commands of ${commands}, until ${until}.`);
  const addresses = [...place.addresses, ...(endpoint ? [["endpoint", urlOf(endpoint)] as const] : [])];
  const rows = addresses.map(([label, address]) => [`  ${label}`, address]);
  const whole = `${text}\n\n${columns(rows, proseWidth(terminal.columns))}\n`;
  if (command.length === 0) terminal.print(whole);
  else terminal.note(whole);
}

function runProgramOf(call: DevCall, place: Place): Promise<number> {
  const { arguments: given, env, cwd, signal } = call;
  const { command } = given;
  if (command.length > 0) return runCommand(command, { env: { ...env, ...place.variables }, cwd, signal });
  if (signal.aborted) return Promise.resolve(ExitCode.Done);
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(ExitCode.Done), { once: true });
  });
}

/** Leaves first, so Discord sends no further interactions. */
async function end({ place, handler, endpoint }: Serving): Promise<ExitCode> {
  try {
    return await place.leave();
  } finally {
    await handler.close(graceMs);
    await endpoint?.[Symbol.asyncDispose]();
    await place.close();
  }
}

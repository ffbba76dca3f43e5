import { resolve } from "node:path";
import type { Call } from "../frame/run-command.ts";
import { isHttpUrl } from "../frame/command-line.ts";
import type { definition } from "./definitions.ts";
import { refuseForeignFile } from "./settings.ts";
import type { ActivityInit, UrlMapping } from "slashpass/emulator";
import type { ValuesOf } from "../frame/definition.ts";
import { misunderstood } from "../frame/failure.ts";

export type EmulatorCall = Call<typeof definition.options, typeof definition.arguments>;

type StartOptionsCall = Pick<Call, "cwd"> & {
  readonly options: Omit<EmulatorCall["options"], "open" | "asService">;
};

export type StartOptions = Awaited<ReturnType<typeof readStartOptions>>;

export async function readStartOptions({ options, cwd }: StartOptionsCall) {
  const { port, endpoint, env, world, state, reset } = options;
  if (reset && state === undefined) throw wrong("--reset requires --state.");
  const activity = readActivity(options);
  const envFile = env === undefined ? undefined : resolve(cwd, env);
  if (envFile !== undefined) await refuseForeignFile(envFile);
  return {
    port: readPort(port),
    endpoint: readEndpoint(endpoint),
    activity,
    envFile,
    worldFile: world === undefined ? undefined : resolve(cwd, world),
    stateFile: state === undefined ? undefined : resolve(cwd, state),
    reset,
  };
}

export function readPort(port: string | undefined): number | undefined {
  if (port === undefined) return undefined;
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port);
  throw wrong(`--port must be a number from 0 to 65535, not '${port}'.`);
}

function readEndpoint(url: string | undefined): string | undefined {
  if (url === undefined || isHttpUrl(url)) return url;
  throw wrong(`--endpoint must be an http or https URL, not '${url}'.`);
}

type ActivityOptions = Pick<ValuesOf<typeof definition.options>, "activity" | "map" | "csp">;

export function readActivity({ activity, map, csp }: ActivityOptions): ActivityInit | undefined {
  const mappings = map.map(readMapping);
  if (activity !== undefined) mappings.push({ prefix: "/", target: targetOf(activity) });
  if (mappings.length > 0) return { mappings, csp };
  if (!csp) throw wrong("--no-csp requires --activity.");
  return undefined;
}

/** URL mapping targets have no protocol. */
function targetOf(url: string): string {
  const { protocol = "", host = "", pathname = "", search = "" } = isHttpUrl(url) ? new URL(url) : {};
  if (protocol === "http:" && search === "") return `${host}${pathname}`;
  throw wrong(
    `--activity must be the http URL of a server on this machine, such as http://127.0.0.1:5173/, not '${url}'.`,
  );
}

function readMapping(text: string): UrlMapping {
  const { prefix, target } = /^(?<prefix>\/[^=]*)=(?<target>.+)$/.exec(text)?.groups ?? {};
  if (prefix !== undefined && target !== undefined)
    return { prefix, target: target.replace(/^http:\/\//, "") };
  throw wrong(`--map must be a prefix and its target, such as /api=127.0.0.1:3000, not '${text}'.`);
}

export function wrong(message: string) {
  return misunderstood(message, "Try 'slashpass emulator --help'.");
}

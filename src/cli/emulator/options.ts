import { resolve } from "node:path";
import type { Call } from "../frame/run-command.ts";
import { isHttpUrl } from "../frame/command-line.ts";
import { readActivity, wrong } from "./activity-option.ts";
import type { definition } from "./definition.ts";
import { refuseForeignFile } from "./settings.ts";

export type EmulatorCall = Call<typeof definition.options, typeof definition.arguments>;

type WishCall = Pick<Call, "cwd"> & {
  readonly options: Omit<EmulatorCall["options"], "open" | "asService">;
};

export type EmulatorWish = Awaited<ReturnType<typeof readWish>>;

/** @throws Failure `misunderstood`, `env_file_taken`. */
export async function readWish({ options, cwd }: WishCall) {
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
  throw wrong(`--port takes a number from 0 to 65535, not '${port}'.`);
}

function readEndpoint(url: string | undefined): string | undefined {
  if (url === undefined || isHttpUrl(url)) return url;
  throw wrong(`--endpoint takes an http or https URL, not '${url}'.`);
}

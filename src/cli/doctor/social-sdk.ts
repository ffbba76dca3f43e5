import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { Client, isClientError } from "slashpass";
import { startEmulator } from "slashpass/emulator";
import { inspectSocialSdk, socialSdk, type SocialSdkInspection } from "slashpass/social-sdk";
import type { Call, Outcome } from "../frame/run-command.ts";
import { variables } from "../frame/host.ts";
import type { doctor } from "../definitions.ts";
import { type Finding, ok, printChecks } from "./report.ts";

type DoctorCall = Call<typeof doctor.options>;

interface Target {
  readonly applicationId: string;
  readonly apiBase: string;
  readonly webBase: string;
}

interface Step {
  readonly step: string;
  /** `undefined` if the step succeeded. */
  readonly problem?: string | undefined;
}

type Inspected = Partial<SocialSdkInspection> & {
  readonly problem?: string;
  readonly steps?: readonly Step[];
};

/** Loads the library in a child process, because a library that does not match the table of functions may crash the process. */
export async function checkSocialSdk(call: DoctorCall, path: string): Promise<Outcome> {
  const { env, terminal, options } = call;
  const target = env[variables.doctorChild];
  if (target !== undefined) {
    const given = target === "none" ? undefined : (JSON.parse(target) as Target);
    return { result: await inspect(path, given), exitCode: 0 };
  }
  const inspected = await terminal.during("Loading the Social SDK in another process", async () => {
    if (!options.emulator) return inChild(call, undefined);
    await using emulator = await startEmulator();
    const { application, apiBase, webBase } = emulator;
    return await inChild(call, { applicationId: application.id, apiBase, webBase });
  });
  const checks = findings(path, inspected);
  const exitCode = printChecks(checks, terminal);
  const { symbols = [] } = inspected;
  terminal.print(
    symbols.map(({ name, isFound }) => `${isFound ? "found  " : "missing"}  ${name}`).join("\n"),
  );
  return { result: { checks, symbols }, exitCode };
}

async function inChild(
  { env, cwd, options, signal }: DoctorCall,
  target: Target | undefined,
): Promise<Inspected> {
  const [, program = ""] = process.argv;
  const args = [program, "doctor", "--social-sdk", options.socialSdk ?? "", "--json"];
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...env, [variables.doctorChild]: target ? JSON.stringify(target) : "none" },
    stdio: ["ignore", "pipe", "ignore"],
    signal,
  });
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, end) => resolve(end ?? `exit code ${code}`));
  });
  const output = await text(child.stdout);
  try {
    return (JSON.parse(output) as { readonly result: Inspected }).result;
  } catch {
    return { problem: `The process that loaded the library exited unexpectedly (${await ended}).` };
  }
}

async function inspect(path: string, target: Target | undefined): Promise<Inspected> {
  try {
    const { apiBase, webBase } = target ?? {};
    const inspection = await inspectSocialSdk({ path, apiBase, webBase });
    return target ? { ...inspection, steps: await contract(path, target) } : inspection;
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

const scopes = "openid identify";

/** Signs in with the emulator. The player consents on the page that the library opens. */
async function contract(path: string, target: Target): Promise<Step[]> {
  const { applicationId } = target;
  await using client = new Client({ ...target, backend: socialSdk({ path }) });
  const steps: Step[] = [];
  const run = async <T>(step: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      const result = await work();
      steps.push({ step });
      return result;
    } catch (error) {
      const isUnreachable = isClientError(error) && error.code === "network_error";
      const because = ` The emulator's address is ${target.apiBase}; the library might accept only https:// addresses.`;
      steps.push({ step, problem: messageOf(error) + (isUnreachable ? because : "") });
      return undefined;
    }
  };
  const guest = await run("provisional account", () =>
    client.GetProvisionalToken(applicationId, 3, "a-ticket"),
  );
  // If the service is unreachable, the library opens no page, and the authorization would time out.
  if (!guest) return steps;
  const verifier = client.CreateAuthorizationCodeVerifier();
  const codeChallenge = verifier.Challenge();
  const authorized = await run("authorize", () =>
    client.Authorize({ scopes, codeChallenge }, { timeoutMs: 120_000 }),
  );
  if (!authorized) return steps;
  const { code, redirectUri } = authorized;
  const tokens = await run("exchange", () =>
    client.GetToken(applicationId, code, verifier.Verifier(), redirectUri),
  );
  const refreshed = await run("refresh", () =>
    client.RefreshToken(applicationId, tokens?.refreshToken ?? ""),
  );
  await run("revoke", () => client.RevokeToken(applicationId, refreshed?.accessToken ?? ""));
  return steps;
}

function messageOf(error: unknown): string {
  return isClientError(error) ? error.message : String(error);
}

function findings(path: string, inspected: Inspected): Finding[] {
  const { problem, findings: found = {}, symbols = [], failingCall = "", steps = [] } = inspected;
  if (problem !== undefined) return [{ check: "library", verdict: "failure", found: `${path}: ${problem}` }];
  const missing = [...new Set(symbols.flatMap(({ feature, isFound }) => (isFound ? [] : [feature])))];
  return [
    { check: "library", ...ok(`${inspected.path}, version ${found["version"]}`) },
    {
      check: "symbols",
      ...(missing.length === 0
        ? ok(`All ${symbols.length} functions are exported.`)
        : { verdict: "warning", found: `This release does not support: ${missing.join(", ")}.` }),
    },
    ...Object.entries(found).map(([name, value]) => ({ check: "calls", ...ok(`${name}: ${value}`) })),
    { check: "request", ...ok(failingCall) },
    ...steps.map(({ step, problem: reason }) => ({
      check: "contract",
      ...(reason === undefined
        ? ok(`${step} works.`)
        : { verdict: "failure" as const, found: `${step}: ${reason}` }),
    })),
  ];
}

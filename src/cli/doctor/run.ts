import { type CheckResult, diagnose } from "slashpass";
import type { Call, Outcome } from "../frame/call.ts";
import { ExitCode } from "../frame/exit-code.ts";
import { terminalHint } from "../frame/terminal-hint.ts";
import { ofVariables, refuseForeignHost } from "../settings/credential.ts";
import { readSettings } from "../settings/settings.ts";
import type { definition } from "./definition.ts";
import { reportOf, summaryOf } from "./report.ts";

/** Prints what each check found, and what to do. */
export async function run(call: Call<typeof definition.options>, check = diagnose): Promise<Outcome> {
  const { options, env, terminal, signal } = call;
  const settings = await readSettings(call);
  const { applicationId, environment, apiBase, webBase, scopes = "identify" } = settings;
  const { botToken } = ofVariables(env, settings) ?? {};
  if (botToken !== undefined) {
    refuseForeignHost(settings);
    terminal.mask(botToken);
  }
  const found = await terminal.during("Checking what a sign-in needs", () =>
    check({
      applicationId,
      apiBase,
      webBase,
      scopes,
      customSchemeParam: options.scheme,
      botToken,
      signal,
    }),
  );
  const checks = found.map(forTerminal);
  terminal.print(`${reportOf(checks, terminal)}\n\n${summaryOf(checks)}`);
  const failed = checks.some(({ verdict }) => verdict === "failure");
  return {
    result: { applicationId, ...(environment !== undefined && { environment }), checks },
    exitCode: failed ? ExitCode.Differs : ExitCode.Done,
  };
}

/** The advice for a person at the terminal: the errors themselves give the advice for a game's developer. */
function forTerminal(result: CheckResult): CheckResult {
  const { code, advice } = result;
  const hint = code === undefined ? undefined : terminalHint(code, advice);
  return hint === undefined ? result : { ...result, advice: hint };
}

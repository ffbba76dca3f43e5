import { type CheckResult, diagnose } from "slashpass";
import { describeProxy } from "../frame/use-proxy.ts";
import { misunderstood, terminalHint } from "../frame/failure.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import { applicationSecretsIn, refuseForeignHost } from "../settings/application-secrets.ts";
import { isId } from "../settings/config-file.ts";
import { apiOf, isLikeSecret, readSettings, type Settings } from "../settings/settings.ts";
import { variables } from "../frame/variables.ts";
import { compareApplication } from "./compare-application.ts";
import type { definition } from "./definition.ts";
import { type Finding, printChecks } from "./report.ts";

type DoctorCall = Call<typeof definition.options>;

export async function run(call: DoctorCall, check = diagnose): Promise<Outcome> {
  const { options, env, terminal, signal } = call;
  const settings = await readApplication(call);
  const { applicationId, environment, apiBase, webBase, scopes = "identify" } = settings;
  const { botToken } = applicationSecretsIn(env, settings) ?? {};
  if (botToken !== undefined) {
    refuseForeignHost(settings);
    terminal.mask(botToken);
  }
  const [found, compared] = await terminal.during("Checking the requirements of a sign-in", () =>
    Promise.all([
      check({ applicationId, apiBase, webBase, scopes, customSchemeParam: options.scheme, botToken, signal }),
      compareApplication(settings, botToken, signal),
    ]),
  );
  const checks = [...found.map(forTerminal), proxyRow(apiOf(settings), env), ...compared];
  return { result: { applicationId, environment, checks }, exitCode: printChecks(checks, terminal) };
}

/** If the proxy were invalid, the program would already have exited. */
function proxyRow(api: string, env: DoctorCall["env"]): Finding {
  const { origin } = new URL(api);
  const proxy = describeProxy(api, env);
  const found =
    proxy === undefined
      ? `Requests to ${origin} use no proxy.`
      : `Requests to ${origin} go through ${proxy}.`;
  return { check: "proxy", verdict: "ok", found };
}

function readApplication(call: DoctorCall): Promise<Settings> {
  const { application, environment } = call.options;
  if (application === undefined) return readSettings(call);
  if (environment !== undefined)
    throw misunderstood(
      "--application and --environment cannot be used together.",
      "Specify only one of them.",
    );
  if (!isId(application))
    throw misunderstood(
      `--application must be an application id${isLikeSecret(application) ? "" : `, not '${application}'`}.`,
      "Copy it from the developer portal, General Information.",
    );
  const env = { ...call.env, [variables.environment]: undefined, [variables.applicationId]: application };
  return readSettings({ ...call, env });
}

function forTerminal(result: CheckResult): CheckResult {
  const { code, advice } = result;
  const hint = code === undefined ? undefined : terminalHint(code, advice);
  return hint === undefined ? result : { ...result, advice: hint };
}

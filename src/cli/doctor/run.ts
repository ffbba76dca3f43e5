import { resolve } from "node:path";
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
import { checkPackagedApp } from "./packaged-app.ts";
import { type Finding, printChecks } from "./report.ts";
import { checkSocialSdk } from "./social-sdk.ts";

type DoctorCall = Call<typeof definition.options>;

export async function run(call: DoctorCall, check = diagnose): Promise<Outcome> {
  const { options, env, terminal, signal } = call;
  const { packagedApp, scheme, socialSdk, emulator } = options;
  if (socialSdk !== undefined) return checkSocialSdk(call, resolve(call.cwd, socialSdk));
  if (emulator) throw misunderstood("--emulator requires --social-sdk.", "Pass --social-sdk PATH.");
  const packaged =
    packagedApp === undefined ? [] : [checkPackagedApp(resolve(call.cwd, packagedApp), scheme !== undefined)];
  const settings = await readApplication(call);
  const { applicationId, environment, apiBase, webBase, scopes = "identify" } = settings;
  const { botToken } = applicationSecretsIn(env, settings) ?? {};
  if (botToken !== undefined) {
    refuseForeignHost(settings);
    terminal.mask(botToken);
  }
  const [found, compared] = await terminal.during("Checking the requirements for signing in", () =>
    Promise.all([
      check({ applicationId, apiBase, webBase, scopes, customSchemeParam: scheme, botToken, signal }),
      compareApplication(settings, botToken, signal),
    ]),
  );
  const checks = [...packaged, ...found.map(forTerminal), proxyRow(apiOf(settings), env), ...compared];
  return { result: { applicationId, environment, checks }, exitCode: printChecks(checks, terminal) };
}

/** Never reports an invalid proxy, which would already have ended the program. */
function proxyRow(api: string, env: DoctorCall["env"]): Finding {
  const { origin } = new URL(api);
  const proxy = describeProxy(api, env);
  const found =
    proxy === undefined
      ? `Requests to ${origin} do not use a proxy.`
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
      "Copy it from General Information in the developer portal.",
    );
  const env = { ...call.env, [variables.environment]: undefined, [variables.applicationId]: application };
  return readSettings({ ...call, env });
}

function forTerminal(result: CheckResult): CheckResult {
  const { code, advice } = result;
  const hint = code === undefined ? undefined : terminalHint(code, advice);
  return hint === undefined ? result : { ...result, advice: hint };
}

import { resolve, basename, dirname, join } from "node:path";
import { type CheckResult, diagnose } from "slashpass";
import { describeProxy } from "../frame/use-proxy.ts";
import { misunderstood, terminalHint } from "../frame/failure.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import { applicationSecretsIn, refuseForeignHost } from "../settings/application-secrets.ts";
import { isId } from "../settings/config-file.ts";
import { apiOf, isLikeSecret, readSettings, type Settings } from "../settings/settings.ts";
import { variables } from "../frame/host.ts";
import { compareApplication } from "./compare-application.ts";
import type { doctor } from "../definitions.ts";
import { type Finding, ok, printChecks } from "./report.ts";
import { checkSocialSdk } from "./social-sdk.ts";
import { existsSync, readdirSync } from "node:fs";

type DoctorCall = Call<typeof doctor.options>;

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

/** The proxy is valid here, because an invalid one stops the program earlier. */
function proxyRow(api: string, env: DoctorCall["env"]): Finding {
  const { origin } = new URL(api);
  const proxy = describeProxy(api, env);
  const found =
    proxy === undefined
      ? `Requests to ${origin} do not use a proxy.`
      : `Requests to ${origin} go through ${proxy}.`;
  return { check: "proxy", ...ok(found) };
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

const addonName = "slashpass.node";

/** The paths to an Electron app's archive: the first on Linux and Windows, the second in a macOS bundle. */
const archives = ["resources/app.asar", "Contents/Resources/app.asar"];

/**
 * Checks that the addon of a packaged Electron app is outside the archive, where the system can load it.
 *
 * @throws Failure `misunderstood` if the directory contains no archive.
 */
export function checkPackagedApp(folder: string, namesScheme: boolean): Finding {
  const archive = archives.map((path) => join(folder, path)).find((path) => existsSync(path));
  if (archive === undefined)
    throw misunderstood(
      `${folder} contains no packaged Electron app: ${archives.join(" and ")} are missing.`,
      "Specify the packager's output directory, such as dist/linux-unpacked, or the .app bundle on macOS.",
    );
  const addons = filesIn(`${archive}.unpacked`).filter((path) => basename(path) === addonName);
  const check = "packaged-app";
  if (addons.length > 0) {
    const targets = addons.map((path) => basename(dirname(path))).toSorted();
    return { check, ...ok(`The addon is outside ${archive} (${targets.join(", ")}).`) };
  }
  return {
    check,
    verdict: namesScheme ? "failure" : "warning",
    found: `The system cannot load the addon, because ${archive}.unpacked does not contain ${addonName}.`,
    advice: `Set asarUnpack to ["**/*.node"] (electron-builder) or asar.unpack to "**/*.node" (Electron Forge), and mark slashpass as external in the bundler.`,
    code: "addon_unavailable",
  };
}

function filesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
}

import {
  checkLanguages,
  type LanguageReport,
  unintendedFallbacks,
  type Width,
} from "slashpass/commands/languages";
import { escapeControls } from "../../frame/terminal-text.ts";
import { ExitCode } from "../../frame/failure.ts";
import { type Call, type Outcome } from "../../frame/run-command.ts";
import { PositionFinder } from "../find-position.ts";
import { describeFinding, findingAsData } from "../source.ts";
import type { check } from "../definitions.ts";
import { pathIn } from "./folder.ts";
import { findingsOfCommands, noLanguage, openLanguages, rulesOf } from "./open.ts";

type CheckCall = Call<typeof check.options>;

export async function run(call: CheckCall): Promise<Outcome> {
  const { terminal } = call;
  const opened = await openLanguages(call);
  const { folder, settings, commands, files } = opened;
  if (files.length === 0) throw noLanguage();
  const languages = files.map(({ language }) => language);
  const reports = checkLanguages(commands, languages, rulesOf(settings)).map((report) => ({
    ...report,
    ...located(report, pathIn(folder, report.locale)),
  }));
  const tooMuch = findingsOfCommands(opened, languages).map((finding) => ({ finding, position: undefined }));
  const fallbacks = unintendedFallbacks(languages);
  terminal.printTable(reports.map(rowOf), head);
  for (const report of reports) printReport(report, call);
  for (const each of tooMuch)
    terminal.print(describeFinding(each, settings.commandsFile, call, terminal.paint));
  for (const { locale, shown: related } of fallbacks) {
    terminal.printText(
      `${locale} has no file, so its users see the ${related} translations instead of the default texts. To show the default texts, create a file with 'slashpass commands languages extract ${locale}' and copy them into it.`,
    );
  }
  return {
    result: {
      folder,
      languages: reports.map(reportAsData),
      findings: tooMuch.map((each) => findingAsData(each, settings.commandsFile)),
      fallbacks,
    },
    exitCode: tooMuch.length === 0 && reports.every(isDone) ? ExitCode.Done : ExitCode.Differs,
  };
}

const head = ["LANGUAGE", "TRANSLATED", "MISSING", "STALE", "UNUSED", "WRONG", "NAME", "TEXT"];

function rowOf(report: LanguageReport): string[] {
  const { locale, total, translated, missing, stale, unused, findings, doubles, widths } = report;
  return [
    locale,
    `${translated}/${total}`,
    ...[missing, stale, unused, [...findings, ...doubles]].map(({ length }) => String(length)),
    longest(widths, 32),
    longest(widths, 100),
  ];
}

function longest(widths: readonly Width[], limit: number): string {
  const all = widths.filter((one) => one.limit === limit).map(({ width }) => width);
  return `${Math.max(0, ...all)}/${limit}`;
}

function isDone({ missing, stale, unused, findings, doubles }: LanguageReport): boolean {
  const errors = findings.filter(({ finding }) => finding.severity === "error");
  return [missing, stale, unused, errors, doubles].every(({ length }) => length === 0);
}

type LocatedReport = Omit<LanguageReport, "findings"> & ReturnType<typeof located>;

function located({ findings }: LanguageReport, path: string) {
  const positions = new PositionFinder(path);
  const find = (key: string) => positions.find(["texts", key, "text"]);
  return { path, findings: findings.map((each) => ({ ...each, position: find(each.key) })) };
}

const mostDisplayed = 20;

function printReport(report: LocatedReport, call: CheckCall): void {
  const { locale, missing, stale, unused, findings, doubles, path } = report;
  const { terminal } = call;
  for (const { key, finding, position } of findings) {
    const each = { finding: { ...finding, path: key }, position };
    terminal.print(describeFinding(each, path, call, terminal.paint));
  }
  const lines = [
    ...missing.map((key) => `missing ${escapeControls(key)}`),
    ...stale.map((key) => `stale ${escapeControls(key)}`),
    ...unused.map((key) => `unused ${escapeControls(key)}`),
    ...doubles.map(
      ({ text, keys }) =>
        `duplicate "${escapeControls(text)}": ${keys.map((key) => escapeControls(key)).join(", ")}`,
    ),
  ];
  for (const line of lines.slice(0, mostDisplayed)) terminal.print(`${locale} ${line}`);
  if (lines.length > mostDisplayed) {
    terminal.print(`${locale}: ${lines.length - mostDisplayed} more; use --json to list them all.`);
  }
}

function reportAsData({ findings, path, ...report }: LocatedReport) {
  return {
    ...report,
    findings: findings.map(({ key, ...each }) => ({ key, finding: findingAsData(each, path) })),
  };
}

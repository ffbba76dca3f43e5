import { ApplyError, type ApplyProgress, type ApplyReport, type Plan } from "slashpass/commands";
import type { Call, Outcome } from "../frame/call.ts";
import { ExitCode } from "../frame/exit-code.ts";
import { Failure, tell } from "../frame/failure.ts";
import { counted } from "../frame/shown.ts";
import type { Settings } from "../settings/settings.ts";
import { describeWrite, writeAsData } from "./describe-writes.ts";
import { tellLost } from "./permission-loss.ts";
import { planAsData } from "./make-plan.ts";
import { targetAsData } from "./read-target.ts";

type Work = (onProgress: (progress: ApplyProgress) => void) => Promise<ApplyReport>;

/**
 * Applies something with a bar, and tells what was done and what is left where it stops half way.
 *
 * @throws Failure with `details.done` and `details.remaining`: `interrupted`, or the code of what went wrong.
 */
export async function carryOut(
  { terminal, signal }: Pick<Call, "terminal" | "signal">,
  total: number,
  work: Work,
): Promise<ApplyReport> {
  const bar = terminal.progress("Applying", total);
  try {
    return await work((progress) => {
      if (progress.kind === "written") bar.update(progress.done, describeWrite(progress.write).slice(2));
    });
  } catch (error) {
    bar.end();
    if (!(error instanceof ApplyError)) throw error;
    tellReport(error.report, terminal);
    tellLost(error.report.savedPermissions, terminal);
    throw stopped(error, signal.aborted);
  } finally {
    bar.end();
  }
}

/** What was applied. */
export function appliedOutcome(settings: Settings, plan: Plan, report?: ApplyReport): Outcome {
  const { done = [], savedPermissions = [] } = report ?? {};
  return {
    result: {
      target: targetAsData(settings),
      done: done.map(writeAsData),
      ...(savedPermissions.length > 0 && { savedPermissions }),
      plan: planAsData(plan),
    },
  };
}

function tellReport({ done, failed, remaining }: ApplyReport, terminal: Call["terminal"]): void {
  if (done.length > 0)
    terminal.note(["Done:", ...done.map((write) => `  ${describeWrite(write)}`)].join("\n"));
  const left = remaining.map((write) => {
    const doubt = write === failed ? " (the service may have done it anyway)" : "";
    return `  ${describeWrite(write)}${doubt}`;
  });
  if (left.length > 0) terminal.note(["Left:", ...left].join("\n"));
}

function stopped({ failure, report }: ApplyError, isInterrupted: boolean): Failure {
  const { done, failed, remaining, savedPermissions } = report;
  const all = done.length + remaining.length;
  const how = isInterrupted ? "Interrupted" : "Applying stopped";
  return new Failure(
    `${how}: ${done.length} of ${counted(all, "request")} ${done.length === 1 ? "was" : "were"} done.${isInterrupted ? "" : ` ${failure.message}`}`,
    {
      code: isInterrupted ? "interrupted" : failure.code,
      hint: [
        isInterrupted ? undefined : tell(failure).hint,
        "Run the command again to continue: it makes a new plan of what is left.",
      ]
        .filter(Boolean)
        .join("\n"),
      exitCode: isInterrupted ? ExitCode.Interrupted : ExitCode.Failed,
      details: {
        done: done.map(writeAsData),
        ...(failed && { failed: writeAsData(failed) }),
        remaining: remaining.map(writeAsData),
        savedPermissions,
      },
    },
  );
}

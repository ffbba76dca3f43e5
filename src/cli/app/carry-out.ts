import type { ApplicationData, ApplicationEndpoints, ApplicationPlan, ApplicationWrite } from "slashpass/api";
import { ExitCode, Failure, tell } from "../frame/failure.ts";
import { type Call, counted } from "../frame/run-command.ts";

/** @throws Failure with the number of completed requests: `interrupted`, or the code of the error. */
export async function carryOut(
  { terminal, signal }: Pick<Call, "terminal" | "signal">,
  application: Pick<ApplicationEndpoints, "apply">,
  plan: ApplicationPlan,
): Promise<ApplicationData> {
  const done: ApplicationWrite["kind"][] = [];
  const onWritten = ({ kind }: ApplicationWrite) => done.push(kind);
  try {
    return await terminal.during("Applying", () => application.apply(plan, { signal, onWritten }));
  } catch (error) {
    if (done.length === 0 && !signal.aborted) throw error;
    throw stopped(error, done, plan.writes.length, signal.aborted);
  }
}

function stopped(
  error: unknown,
  done: readonly ApplicationWrite["kind"][],
  all: number,
  isInterrupted: boolean,
): Failure {
  const count = `${done.length} of ${counted(all, "request")} ${done.length === 1 ? "was" : "were"} done.`;
  const again = "Run the command again to continue: it plans the remaining changes.";
  if (isInterrupted) {
    return new Failure(`Interrupted: ${count} The service may have completed the pending one.`, {
      code: "interrupted",
      hint: again,
      exitCode: ExitCode.Interrupted,
      details: { done },
    });
  }
  const { code, message, hint } = tell(error);
  return new Failure(`Applying stopped: ${count} ${message}`, {
    code,
    hint: [hint, again].filter(Boolean).join("\n"),
    details: { done },
  });
}

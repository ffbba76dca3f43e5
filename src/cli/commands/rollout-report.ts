import { relative } from "node:path";
import type { GuildResult } from "slashpass/commands";
import type { Call } from "../frame/call.ts";
import { ExitCode } from "../frame/exit-code.ts";
import { Failure, tell } from "../frame/failure.ts";
import { counted } from "../frame/shown.ts";

/** More would push what matters off the screen. */
const mostShown = 20;

/** What became of the guilds, for programs. */
export function rolloutAsData(results: readonly GuildResult[]) {
  const having = (wanted: GuildResult["status"]) => results.filter(({ status }) => status === wanted);
  const savedPermissions = results.flatMap((result) => result.savedPermissions ?? []);
  return {
    ...(savedPermissions.length > 0 && { savedPermissions }),
    done: having("done").length,
    skipped: having("skipped").length,
    failed: having("failed").map(({ guildId, error }) => ({
      guildId,
      code: error?.code,
      message: error?.message,
      hint: error && tell(error).hint,
    })),
  };
}

type Told = Pick<Call, "terminal" | "signal" | "cwd">;

/** Lists what failed, for people; the failure says how to go on. */
export function rolloutFailed(
  results: readonly GuildResult[],
  data: ReturnType<typeof rolloutAsData> & { readonly journal: string },
  { terminal, signal, cwd }: Told,
): Failure {
  // What Ctrl-C has kept from being done has not failed.
  const failed = data.failed.filter(({ code }) => !(signal.aborted && code === "aborted"));
  for (const { guildId, message, hint } of failed.slice(0, mostShown)) {
    terminal.note(`${terminal.notePaint.red(guildId)} ${[message, hint].filter(Boolean).join("\n  ")}`);
  }
  if (failed.length > mostShown) {
    terminal.note(`and ${failed.length - mostShown} more: --json lists all of them.`);
  }
  const good = data.done + data.skipped;
  const counts = `${good} of ${counted(results.length, "guild")} ${good === 1 ? "is" : "are"} done${failed.length > 0 ? `, ${failed.length} failed` : ""}`;
  const goOn = `Run the same command again to continue: the journal ${relative(cwd, data.journal)} records what is done.`;
  return signal.aborted
    ? new Failure(`Interrupted: ${counts}.`, {
        code: "interrupted",
        hint: goOn,
        exitCode: ExitCode.Interrupted,
        details: data,
      })
    : new Failure(`The rollout is not complete: ${counts}.`, {
        code: "rollout_incomplete",
        hint: goOn,
        details: data,
      });
}

import { once } from "node:events";
import { isClientError, withProcessLock } from "slashpass";
import { Failure } from "../frame/failure.ts";
import { applicationOf } from "../settings/confirm-write.ts";
import { apiOf, type Settings } from "../settings/settings.ts";

/** Allows for another process that is about to exit. */
const patienceMs = 1_000;

/**
 * Locks the application against other `slashpass dev` processes of this user. The operating system releases the lock on exit.
 *
 * @returns a function that releases the lock.
 * @throws Failure `application_taken`; ClientError `lock_failed`.
 */
export async function holdApplication(settings: Settings, signal: AbortSignal): Promise<() => Promise<void>> {
  const patience = AbortSignal.timeout(patienceMs);
  const over = new AbortController();
  const name = `slashpass dev: ${settings.applicationId} at ${apiOf(settings)}`;
  let holding: Promise<void> | undefined;
  await new Promise<void>((resolve, reject) => {
    const hold = async (): Promise<void> => {
      resolve();
      await once(over.signal, "abort");
    };
    holding = withProcessLock(name, hold, AbortSignal.any([signal, patience]));
    holding.catch((error: unknown) => {
      const isTaken = isClientError(error) && error.code === "aborted" && !signal.aborted;
      reject(isTaken ? taken(settings) : error);
    });
  });
  return async () => {
    over.abort();
    await holding;
  };
}

function taken({ applicationId, environment }: Settings): Failure {
  const application = applicationOf(applicationId, environment);
  return new Failure(`Another 'slashpass dev' works on application ${application}.`, {
    code: "application_taken",
    hint: "Stop it, or use another application with --environment.",
  });
}

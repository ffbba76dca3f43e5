import type { ClientError } from "../core/errors.ts";
import { type Log, LoggingSeverity } from "../log/logger.ts";
import type { ConsentNotice, ConsentRequest, ConsentWay, Granted } from "./consent.ts";

/** How the player is asked. */
export interface AskOptions {
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly onConsent?: ((notice: ConsentNotice) => void) | undefined;
}

/** What the log calls each place. */
const names = { browser: "the browser", "desktop-client": "the desktop client" } as const;

/**
 * Asks by the first of `ways` that can, each of them once.
 *
 * @throws ClientError what the way throws; why the last one could not ask, where none could.
 */
export async function askPlayer(
  ways: readonly [ConsentWay, ...ConsentWay[]],
  request: ConsentRequest,
  { signal, log, onConsent }: AskOptions,
): Promise<Granted> {
  const [way, ...others] = ways;
  let instead: ClientError | undefined;
  for (const { place, ask } of [way, ...others]) {
    const notice = instead ? { consent: place, instead } : { consent: place };
    const onAsked = () => {
      log(LoggingSeverity.Info, "consent", `the player is asked in ${names[place]}`);
      onConsent?.(notice);
    };
    const answer = await ask(request, { signal, onAsked });
    if (!("unable" in answer)) return answer;
    instead = answer.unable;
    log(LoggingSeverity.Info, "consent", `not asked in ${names[place]}: ${instead.message}`);
  }
  throw instead as ClientError;
}

import { setTimeout } from "node:timers/promises";
import type { EmulatorApplication } from "slashpass/emulator";

interface Attempts {
  readonly signal: AbortSignal;
  /** Called with the problem, whenever it is another one than before. */
  readonly onRefused: (error: Error) => void;
  /** Milliseconds between two attempts. Default 500. */
  readonly pauseMs?: number;
}

/**
 * Sets where interactions go, as soon as something answers there as the service wants it: a game's server mostly starts after
 * the emulator.
 *
 * @returns whether it was set before the signal.
 */
export async function setEndpoint(
  application: Pick<EmulatorApplication, "setInteractionsEndpoint">,
  url: string,
  { signal, onRefused, pauseMs = 500 }: Attempts,
): Promise<boolean> {
  let told = "";
  while (!signal.aborted) {
    try {
      await application.setInteractionsEndpoint(url);
      return true;
    } catch (error) {
      const { message } = error as Error;
      if (message !== told) onRefused(error as Error);
      told = message;
    }
    await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

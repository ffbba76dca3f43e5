import type { InvocationResult } from "../../../src/emulator/index.ts";

/**
 * Handles the next interaction that a connected bot receives.
 *
 * @param listen - adds a listener like the client's `once`.
 * @returns a function that waits for an interaction of a given kind, passes it to the test, and returns the test's result.
 */
export function answerNext<Interaction>(listen: (listener: (interaction: Interaction) => void) => unknown) {
  return <Kind extends Interaction, Result>(
    isKind: (interaction: Interaction) => interaction is Kind,
    work: (interaction: Kind) => Promise<Result>,
  ): Promise<Result> =>
    new Promise((resolve, reject) => {
      listen((interaction) => {
        if (isKind(interaction)) work(interaction).then(resolve, reject);
        else reject(new Error("An interaction of another kind came."));
      });
    });
}

export function firstOf([first]: InvocationResult["messages"]): InvocationResult["messages"][number] {
  if (!first) throw new Error("There is no message.");
  return first;
}

import type { InvocationResult } from "../../../src/emulator/index.ts";

/**
 * What a bot that keeps a connection makes of the next interaction.
 *
 * @param listen - as the client's `once`.
 * @returns a function that waits for one of a kind, lets the test work with it, and gives what comes of that.
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

/** The message that a player sees first. */
export function firstOf([first]: InvocationResult["messages"]): InvocationResult["messages"][number] {
  if (!first) throw new Error("There is no message.");
  return first;
}

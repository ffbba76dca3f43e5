import type { ProblemText } from "./problem.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

export function noApplication(host: string, applications: readonly Named[]): ProblemText {
  const listed = applications.map(({ id, name }) => `${id} (${name})`).join(", ");
  return {
    message: `${host} is not the origin of an Activity: this emulator has no application of that id.`,
    hint: `It has ${listed}. The name in front of .localhost is the application's id.`,
  };
}

export function nothingThere(path: string): ProblemText {
  return {
    message: `There is nothing at ${path}: paths that begin with /.slashpass/ belong to the emulator.`,
    hint: "Give your own files another path.",
  };
}

export function noTicket(webBase: string): ProblemText {
  return {
    message: "This address has no ticket, so the emulator does not know whose window of the Activity it is.",
    hint: `Launch the Activity on the emulator's page, ${webBase}/, or in a test with player.join().`,
  };
}

export function ticketOver(webBase: string): ProblemText {
  return {
    message: "The ticket of this address is not known: its window was closed, or the emulator was restarted.",
    hint: `Launch the Activity again on the emulator's page, ${webBase}/.`,
  };
}

export function ticketOfAnother(whose: Named, asked: Named): ProblemText {
  return {
    message: `The ticket is of the application ${whose.id} (${whose.name}), and this is the origin of ${asked.id} (${asked.name}).`,
    hint: "Open the address as it was given, with the application's own id in front of .localhost.",
  };
}

export function wrongOrigin(origin: string | undefined, host: string): ProblemText {
  return {
    message: `${origin === undefined ? "A program without an Origin" : `A page of ${origin}`} tried to connect as the Activity. Only a page of http://${host} may do that.`,
    hint: "Open the Activity in the emulator's page; a test without a browser connects with player.join().",
  };
}

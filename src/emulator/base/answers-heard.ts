import { channel } from "node:diagnostics_channel";

/** An answer of the API or of the authorization server, as it goes out. */
export interface HeardAnswer {
  readonly method: string;
  /** Below the API base. */
  readonly path: string;
  readonly status: number;
  readonly body?: unknown;
}

/** Where the emulator's own tests hear every answer of its API. */
export const answersChannel = "slashpass:emulator:answers";

const answers = channel(answersChannel);

export function tellAnswer(answer: HeardAnswer): void {
  answers.publish(answer);
}

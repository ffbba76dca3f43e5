import { describeError } from "../frame/failure.ts";
import type { Terminal } from "../frame/terminal.ts";

/** Events in `--json` output; see `scripts/schemas/output.ts`. */
type DevEvent =
  | { readonly event: "loaded"; readonly file: string }
  | { readonly event: "printed"; readonly line: string }
  | {
      readonly event: "applied";
      readonly created: readonly string[];
      readonly edited: readonly string[];
      readonly deleted: readonly string[];
    }
  | { readonly event: "problem"; readonly error: ReturnType<typeof describeError> }
  | { readonly event: "set_back"; readonly requests: number; readonly endpointUrl: boolean };

export function announce(terminal: Terminal, event: DevEvent): void {
  terminal.printEvent(event);
}

export function report(terminal: Terminal, error: unknown, about = ""): void {
  const failure = describeError(error);
  const whole = { ...failure, message: `${about}${failure.message}` };
  terminal.problem(whole);
  announce(terminal, { event: "problem", error: whole });
}

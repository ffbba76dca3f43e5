import type { LiveScope, Target } from "../commands/open-client.ts";
import type { ExitCode } from "../frame/failure.ts";
import type { Call } from "../frame/run-command.ts";

/** The application that is developed: the emulator's, or one of the service. */
export interface Place {
  readonly target: Target;
  /** Where its commands are kept in step. */
  readonly scope: LiveScope;
  /** The variables with which a handler finds it; its secrets only where they are the emulator's. */
  readonly variables: Call["env"];
  /** The port on which the endpoint listens; undefined: any. */
  readonly endpointPort: number | undefined;
  /** Where people go, in words: label and address. */
  readonly addresses: readonly (readonly [string, string])[];
  /** More for `--json`. */
  readonly result: Readonly<Record<string, unknown>>;
  /** What is done before the first write, and nothing without it. */
  begin(): Promise<void>;
  /** Sends interactions to the endpoint, which answers already. */
  point(endpointUrl: string): Promise<void>;
  /** Sends no more interactions to the endpoint, and sets back what was changed, also after a part of it. */
  leave(): Promise<ExitCode>;
  /** Ends it, when the handler has ended too. */
  close(): Promise<void>;
}

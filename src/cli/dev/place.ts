import type { LiveScope, Target } from "../commands/open-client.ts";
import type { ExitCode } from "../frame/failure.ts";
import type { Call } from "../frame/run-command.ts";

export interface Place {
  readonly target: Target;
  readonly scope: LiveScope;
  readonly variables: Call["env"];
  /** Default: a free port. */
  readonly endpointPort: number | undefined;
  readonly addresses: readonly (readonly [string, string])[];
  readonly result: Readonly<Record<string, unknown>>;
  begin(): Promise<void>;
  point(endpointUrl: string): Promise<void>;
  leave(): Promise<ExitCode>;
  close(): Promise<void>;
}

import type { Readable, Writable } from "node:stream";
import type { ClientOptions } from "slashpass";

export type OutputStream = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** For tests. Default: the system's browser and keychain. */
  readonly own?: Pick<ClientOptions, "openBrowser" | "store">;
  /** Stops the command, which then reports what it has changed. */
  readonly signal: AbortSignal;
}

export interface Host extends Surroundings {
  /** The command that starts this program, without its arguments. */
  readonly program: readonly string[];
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly stdin: Readable & { readonly isTTY?: boolean };
}

import type { Readable, Writable } from "node:stream";
import type { ClientOptions } from "slashpass";

/** A stream that may be a terminal, which then has so many columns and rows. */
export type OutputStream = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

/** The program's environment; tests give their own. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder in which the command was typed. */
  readonly cwd: string;
  /** A test's own parts; by default the browser and the keychain of the system. */
  readonly own?: Pick<ClientOptions, "openBrowser" | "store">;
  /** Aborted when the person or the system ends the program: the command then ends, and names the state that it leaves. */
  readonly signal: AbortSignal;
}

/** All that the system gives the program. */
export interface Host extends Surroundings {
  /** The words that start this program; those of a line follow. */
  readonly program: readonly string[];
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly stdin: Readable & { readonly isTTY?: boolean };
}

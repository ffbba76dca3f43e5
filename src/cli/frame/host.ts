import type { Readable, Writable } from "node:stream";
import type { ClientOptions } from "slashpass";

/** A stream that may be a terminal, which is then so many columns wide. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** What the program is given by the system; tests give their own. */
export interface Host {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Where a test brings its own; else the browser and the keychain of the system. */
  readonly own?: Pick<ClientOptions, "openBrowser" | "store">;
  /** Aborted when the person or the system ends the program. */
  readonly signal: AbortSignal;
}

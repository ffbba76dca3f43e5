import { mkdtempSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";

const variables = {
  HOME: "home",
  XDG_DATA_HOME: "data",
  XDG_CONFIG_HOME: "config",
  XDG_STATE_HOME: "state",
  XDG_RUNTIME_DIR: "run",
} as const;

/** A separate home directory in which this process and its children register their schemes. */
export class ScratchHome implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), "slashpass-scheme-"));
  readonly #before = { ...process.env };

  constructor() {
    for (const [variable, directory] of Object.entries(variables)) {
      mkdirSync(join(this.path, directory), { mode: 0o700 });
      process.env[variable] = join(this.path, directory);
    }
    delete process.env["XDG_CURRENT_DESKTOP"];
  }

  entries(): string[] {
    return readdirSync(this.path, { recursive: true, encoding: "utf8" }).sort();
  }

  opener(scheme: string): string {
    return join(this.path, "data/slashpass", scheme, "redirect-opener");
  }

  [Symbol.dispose](): void {
    for (const variable of [...Object.keys(variables), "XDG_CURRENT_DESKTOP"]) {
      const value = this.#before[variable];
      if (value === undefined) delete process.env[variable];
      else process.env[variable] = value;
    }
    // Desktop programs started by the tests may still be writing.
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Gives each of the file's tests a new home directory. */
export function useScratchHome(): () => ScratchHome {
  let home: ScratchHome;
  beforeEach(() => {
    home = new ScratchHome();
  });
  afterEach(() => home[Symbol.dispose]());
  return () => home;
}

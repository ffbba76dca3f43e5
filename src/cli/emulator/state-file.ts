import type { EmulatorState } from "slashpass/emulator";
import { fileLimits, readProblem, readText } from "../../core/resolve/read-file.ts";
import { Failure, misunderstood } from "../frame/failure.ts";
import { writePrivateFile } from "../frame/private-file.ts";

export async function readState(path: string): Promise<EmulatorState | undefined> {
  try {
    return JSON.parse(await readText(path, fileLimits.records)) as EmulatorState;
  } catch (error) {
    const problem = error instanceof SyntaxError ? "it is not JSON" : readProblem(error);
    if (problem === "ENOENT") return undefined;
    throw stateUnreadable(path, problem);
  }
}

export function stateUnreadable(path: string, reason: string) {
  return misunderstood(
    `${path} cannot be used as the emulator's state: ${reason}.`,
    "Add --reset to start with an empty state, or choose another file with --state.",
    "state_unreadable",
  );
}

interface StateFileInit {
  readonly exportState: () => EmulatorState;
  /** Called only for the first in a series of consecutive write errors. */
  readonly onError: (error: Error) => void;
}

export class StateFile {
  readonly #path: string;
  readonly #init: StateFileInit;
  #saved = "";
  #saving: Promise<void> = Promise.resolve();
  #isRequested = false;
  #isFailing = false;

  constructor(path: string, init: StateFileInit) {
    this.#path = path;
    this.#init = init;
  }

  /** All calls made during a write result in a single additional write. */
  async save(): Promise<void> {
    if (this.#isRequested) return;
    try {
      await this.saveOrThrow();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#init.onError(error as Error);
      this.#isFailing = true;
    }
  }

  saveOrThrow(): Promise<void> {
    this.#isRequested = true;
    const write = () => this.#write();
    this.#saving = this.#saving.then(write, write);
    return this.#saving;
  }

  async #write(): Promise<void> {
    this.#isRequested = false;
    const text = `${JSON.stringify(this.#init.exportState(), null, 2)}\n`;
    if (text === this.#saved) return;
    try {
      await writePrivateFile(this.#path, text);
    } catch (error) {
      throw new Failure(`The emulator's state cannot be written to ${this.#path} (${readProblem(error)}).`, {
        code: "state_not_written",
        hint: "Check that its folder exists and is writable and that the disk has space, or choose another file with --state.",
      });
    }
    this.#saved = text;
  }
}

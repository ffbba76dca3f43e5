import { randomUUID } from "node:crypto";
import type { EmulatorApplication } from "../world/application.ts";
import type { Player } from "../world/players.ts";

/** A question that the desktop client shows. */
export interface DesktopClientPrompt {
  readonly application: EmulatorApplication;
  /** Whom it asks. */
  readonly player: Player;
  readonly scopes: readonly string[];
  accept(): void;
  deny(): void;
}

/** What is asked. */
export type Question = Pick<DesktopClientPrompt, "application" | "player" | "scopes">;

/** The questions that are shown now. */
export class Prompts {
  readonly #open = new Map<string, DesktopClientPrompt>();

  /** The oldest first. */
  get all(): readonly DesktopClientPrompt[] {
    return [...this.#open.values()];
  }

  get entries(): readonly (readonly [id: string, prompt: DesktopClientPrompt])[] {
    return [...this.#open];
  }

  find(id: string): DesktopClientPrompt | undefined {
    return this.#open.get(id);
  }

  /** Shows a question until it is answered; it goes away when `signal` aborts, and is never answered then. */
  show(question: Question, signal: AbortSignal): Promise<boolean> {
    const id = randomUUID();
    return new Promise((resolve) => {
      const answerWith = (isAccepted: boolean) => () => {
        this.#open.delete(id);
        resolve(isAccepted);
      };
      this.#open.set(id, { ...question, accept: answerWith(true), deny: answerWith(false) });
      signal.addEventListener("abort", () => void this.#open.delete(id), { once: true });
    });
  }
}

import { randomUUID } from "node:crypto";
import type { Reader } from "../../../core/check/readers.ts";
import { oneOf } from "../../../core/check/readers.ts";
import { Recent } from "../../base/recent.ts";

/** A prompt that is shown until the player answers it or the requesting program disconnects. */
export type Prompt<Question extends object> = Question & {
  /**
   * Accepts, as the player.
   *
   * @param choice - the selected item, if the prompt offers a selection.
   */
  accept(choice?: string): void;
  /** Declines, as the player. */
  deny(): void;
};

const answers = ["ask", "accept", "deny"] as const;

/** How prompts are answered. With `ask`, a prompt is shown until it is answered. */
export type PromptAnswer = (typeof answers)[number];

export const readPromptAnswer: Reader<PromptAnswer> = oneOf(answers);

export interface PlayerAnswer {
  readonly accepted: boolean;
  readonly choice?: string | undefined;
}

export class OpenPrompts<Question extends object> {
  answer: PromptAnswer = "ask";
  readonly #open = new Recent<string, Prompt<Question>>();

  get all(): readonly Prompt<Question>[] {
    return [...this.#open.values()];
  }

  get entries(): readonly (readonly [id: string, prompt: Prompt<Question>])[] {
    return [...this.#open];
  }

  find(id: string): Prompt<Question> | undefined {
    return this.#open.get(id);
  }

  /** If `signal` aborts first, the promise stays pending. */
  show(question: Question, signal: AbortSignal): Promise<PlayerAnswer> {
    if (this.answer !== "ask") return Promise.resolve({ accepted: this.answer === "accept" });
    const id = randomUUID();
    return new Promise((resolve) => {
      if (signal.aborted) return;
      const take = () => void this.#open.delete(id);
      const answerWith = (answer: PlayerAnswer) => {
        take();
        signal.removeEventListener("abort", take);
        resolve(answer);
      };
      this.#open.set(id, {
        ...question,
        accept: (choice) => answerWith({ accepted: true, choice }),
        deny: () => answerWith({ accepted: false }),
      });
      signal.addEventListener("abort", take, { once: true });
    });
  }
}

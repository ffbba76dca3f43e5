import { randomUUID } from "node:crypto";
import type { Reader } from "../../../core/check/readers.ts";
import { oneOf } from "../../../core/check/readers.ts";
import { Recent } from "../../base/recent.ts";

/** A question that is shown until the player answers it, or the asking program is gone. */
export type Prompt<Question extends object> = Question & {
  /**
   * Says yes, as the player.
   *
   * @param choice - the pick of the player, where the question offers something to pick.
   */
  accept(choice?: string): void;
  /** Says no, as the player. */
  deny(): void;
};

const answers = ["ask", "accept", "deny"] as const;

/** How a question is answered. `ask`: it is shown until somebody answers it. */
export type PromptAnswer = (typeof answers)[number];

export const readPromptAnswer: Reader<PromptAnswer> = oneOf(answers);

/** The answer of the player. */
export interface PlayerAnswer {
  readonly accepted: boolean;
  readonly choice?: string | undefined;
}

/** The questions that are shown now. */
export class OpenPrompts<Question extends object> {
  /** How the next question is answered. */
  answer: PromptAnswer = "ask";
  readonly #open = new Recent<string, Prompt<Question>>();

  /** The oldest first. */
  get all(): readonly Prompt<Question>[] {
    return [...this.#open.values()];
  }

  get entries(): readonly (readonly [id: string, prompt: Prompt<Question>])[] {
    return [...this.#open];
  }

  find(id: string): Prompt<Question> | undefined {
    return this.#open.get(id);
  }

  /** Shows a question until it is answered. When `signal` aborts, the question disappears without an answer. */
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

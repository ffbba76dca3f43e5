import { inspectAs } from "../../core/inspect-as.ts";
import type { ActivityInstance } from "../../wire/activity-instance.ts";
import type { FrameControls } from "../activity/controls.ts";
import type { ActivityFrame } from "../activity/frame.ts";
import type { ActivityQuestion } from "../activity/question.ts";
import type { RecordedMessage } from "../activity/recorded-message.ts";
import type { FrameReport } from "../activity/report.ts";
import { hostAddress } from "../activity/proxy/host-page.ts";
import { type PromptAnswer, type Prompt, readPromptAnswer } from "../activity/rpc/prompts.ts";
import { ScriptedActivity } from "./scripted-activity.ts";
import type { Player } from "../state/players.ts";

/** What an Activity has the player asked, and shows until they answer. */
export type ActivityPrompt = Prompt<ActivityQuestion>;

/** A window in which a player has an Activity open. The test, or a browser at its address, plays in it. */
export class JoinedActivity {
  static {
    inspectAs(this.prototype, ({ player, instance, url, isOpen }) => ({ player, instance, url, isOpen }));
  }
  readonly #frame: ActivityFrame;
  /** Address of the window for a browser, with the Activity's page in it: for `goto` of a page of Playwright. */
  readonly url: string;

  /** @internal */
  constructor(frame: ActivityFrame, webBase: string) {
    this.#frame = frame;
    this.url = hostAddress(frame, webBase);
  }

  get player(): Player {
    return this.#frame.player;
  }

  /** The Activity as it is now, with everybody who takes part; once it has ended, as it was last. */
  get instance(): ActivityInstance {
    return this.#frame.instance;
  }

  /** Whether the player is still there. */
  get isOpen(): boolean {
    return !this.#frame.isClosed;
  }

  /** What the player is asked now, the oldest first. */
  get prompts(): readonly ActivityPrompt[] {
    return this.#frame.prompts.all;
  }

  /** What becomes of the next question. Default `ask`: it waits in `prompts`. @throws ClientError `invalid_argument` (ValidationError). */
  get answer(): PromptAnswer {
    return this.#frame.prompts.answer;
  }

  set answer(answer: PromptAnswer) {
    this.#frame.prompts.answer = readPromptAnswer(answer, "answer");
  }

  /** What the player, or their device, does to the window: each tells the Activity. */
  get controls(): FrameControls {
    return this.#frame.controls;
  }

  /** What the Activity has set and said. */
  get report(): FrameReport {
    return this.#frame.report;
  }

  /** What went to and fro, without credentials: the last 300 messages. */
  get messages(): readonly RecordedMessage[] {
    return this.#frame.messages;
  }

  /**
   * Opens a scripted page in the window, in the place of what is in it.
   *
   * @throws ClientError `activity_closed` (RPCError) where the player has left.
   */
  connect(): ScriptedActivity {
    return new ScriptedActivity(this.#frame);
  }

  /** The player leaves: the last one ends the Activity for good. */
  leave(): void {
    this.#frame.close();
  }
}

import { fields } from "../../core/check/fields.ts";
import { type Reader, listOf, optional, textOf, parseSnowflake } from "../../core/check/readers.ts";
import { inspectAs } from "../../core/printing.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import type { Clock } from "../base/clock.ts";
import { Listeners, idOf } from "../base/recent.ts";
import { readName } from "./guild-init.ts";

/** Options for a Quest. @stable */
export interface QuestInit {
  /** The Quest's id. Default: random. */
  readonly id?: SnowflakeInput | undefined;
  readonly url: string;
  readonly enrolled?: readonly string[] | undefined;
}

/** A player's progress. @stable */
export interface QuestEnrollment {
  readonly player: string;
  /** When the player enrolled (ISO 8601). */
  readonly enrolledAt: string;
  /** When the player's Activity started the timer, if it has (ISO 8601). */
  readonly startedAt?: string | undefined;
  /** When the player completed the Quest, if they have (ISO 8601). */
  readonly completedAt?: string | undefined;
}

export const readQuestInit: Reader<QuestInit> = fields<QuestInit>({
  id: optional(parseSnowflake),
  url: textOf({ most: 2048 }),
  enrolled: optional(listOf(readName)),
});

/** A Quest. Activities are notified of enrollments (`QUEST_ENROLLMENT_STATUS_UPDATE`). @stable */
export class Quest {
  static {
    inspectAs(this.prototype, ({ id, url, progress }) => ({ id, url, progress }));
  }
  readonly id: Snowflake;
  readonly url: string;
  /** @internal */
  readonly enrollments: Listeners<QuestEnrollment> = new Listeners();
  readonly #clock: Clock;
  readonly #progress = new Map<string, QuestEnrollment>();

  /** @internal */
  constructor({ url, enrolled = [], ...init }: QuestInit, clock: Clock) {
    this.#clock = clock;
    this.id = idOf(init, clock.now());
    this.url = url;
    for (const player of enrolled) this.enroll(player);
  }

  get progress(): readonly QuestEnrollment[] {
    return [...this.#progress.values()];
  }

  /** Returns a player's progress, or `undefined` if the player is not enrolled. */
  of(player: string): QuestEnrollment | undefined {
    return this.#progress.get(readName(player, "player"));
  }

  /** Enrolls a player. @throws ClientError `invalid_argument` (ValidationError). */
  enroll(player: string): void {
    const name = readName(player, "player");
    if (this.#progress.has(name)) return;
    this.enrollments.emit(this.#set({ player: name, enrolledAt: this.#now() }));
  }

  /** Completes the Quest for a player and enrolls the player if necessary. */
  complete(player: string): void {
    this.enroll(player);
    this.#set({ ...(this.of(player) as QuestEnrollment), completedAt: this.#now() });
  }

  /** @internal */
  save(): QuestInit {
    return { id: this.id, url: this.url, enrolled: [...this.#progress.keys()] };
  }

  /** @internal */
  start(player: string): boolean {
    const progress = this.of(player);
    if (progress) this.#set({ ...progress, startedAt: progress.startedAt ?? this.#now() });
    return progress !== undefined;
  }

  #set(progress: QuestEnrollment): QuestEnrollment {
    this.#progress.set(progress.player, progress);
    return progress;
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}

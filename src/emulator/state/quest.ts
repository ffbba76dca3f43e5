import { fields } from "../../core/check/fields.ts";
import { type Reader, listOf, optional, textOf, parseSnowflake } from "../../core/check/readers.ts";
import { inspectAs } from "../../core/printing.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import type { Clock } from "../base/clock.ts";
import { Listeners, idOf } from "../base/recent.ts";
import { readName } from "./guild-init.ts";

/** A Quest's options. */
export interface QuestInit {
  /** The Quest's id. Default: random. */
  readonly id?: SnowflakeInput | undefined;
  /** The URL that its button opens. */
  readonly url: string;
  /** The names of enrolled players. Default: none. */
  readonly enrolled?: readonly string[] | undefined;
}

/** A player's progress. */
export interface QuestEnrollment {
  /** The player's name. */
  readonly player: string;
  /** When the player enrolled (ISO 8601). */
  readonly enrolledAt: string;
  /** When the player's Activity started the timer (ISO 8601), if it has. */
  readonly startedAt?: string | undefined;
  /** When the player completed the Quest (ISO 8601). */
  readonly completedAt?: string | undefined;
}

export const readQuestInit: Reader<QuestInit> = fields<QuestInit>({
  id: optional(parseSnowflake),
  url: textOf({ most: 2048 }),
  enrolled: optional(listOf(readName)),
});

/** A Quest. Activities are notified of enrollments (`QUEST_ENROLLMENT_STATUS_UPDATE`). */
export class Quest {
  static {
    inspectAs(this.prototype, ({ id, url, progress }) => ({ id, url, progress }));
  }
  /** The Quest's id, as used in the SDK's commands. */
  readonly id: Snowflake;
  /** The URL that its button opens. */
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

  /** The progress of all enrolled players. */
  get progress(): readonly QuestEnrollment[] {
    return [...this.#progress.values()];
  }

  /** Returns a player's progress, if enrolled. */
  of(player: string): QuestEnrollment | undefined {
    return this.#progress.get(readName(player, "player"));
  }

  /** Enrolls a player. @throws ClientError `invalid_argument` (ValidationError). */
  enroll(player: string): void {
    const name = readName(player, "player");
    if (this.#progress.has(name)) return;
    this.enrollments.emit(this.#set({ player: name, enrolledAt: this.#now() }));
  }

  /** Completes the Quest for a player, enrolling them if necessary. */
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

import { fields } from "../../core/check/fields.ts";
import { type Reader, listOf, optional } from "../../core/check/readers.ts";
import { type EmulatorApplicationInit, readApplicationInit } from "./application.ts";
import { type GuildInit, readGuildInit } from "./guild-init.ts";
import { type PlayerInit, readPlayer } from "./player-init.ts";

/** What is in an emulator when it starts: plain data. */
export interface WorldInit {
  /** Default: one public application with everything at random. */
  readonly applications?: readonly EmulatorApplicationInit[] | undefined;
  /** The players who have an account: names, or more of them. Default Ada and Grace. */
  readonly players?: readonly (string | PlayerInit)[] | undefined;
  /** Default none; a guild that is named by an id is there from then on, and everybody may do everything in it. */
  readonly guilds?: readonly GuildInit[] | undefined;
}

/** Reads a world, whole. */
export const readWorldInit: Reader<WorldInit> = fields<WorldInit>({
  applications: optional(listOf(readApplicationInit)),
  players: optional(listOf(readPlayer)),
  guilds: optional(listOf(readGuildInit)),
});

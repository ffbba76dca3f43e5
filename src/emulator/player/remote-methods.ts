import type { PlayerAgent } from "./player-agent.ts";

/** A method of a scripted player whose arguments and results are plain data, so that another process can call it. */
export type RemoteMethod = Extract<
  keyof PlayerAgent,
  | "use"
  | "useOn"
  | "type"
  | "press"
  | "buy"
  | "select"
  | "submit"
  | "deauthorize"
  | "befriend"
  | "unfriend"
  | "rename"
  | "messages"
  | "form"
>;

export const remoteMethods: readonly RemoteMethod[] = [
  "use",
  "useOn",
  "type",
  "press",
  "buy",
  "select",
  "submit",
  "deauthorize",
  "befriend",
  "unfriend",
  "rename",
  "messages",
  "form",
];

/** One call of a method of a player in another process. */
export interface RemoteCall {
  /** Identifies the player's chat client, which keeps an open form between calls. */
  readonly client: string;
  readonly name: string;
  readonly place: RemotePlace;
  readonly method: RemoteMethod;
  /** By their positions: JSON has no `undefined` for one that is left out. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The place of a player of a running emulator. */
export interface RemotePlace {
  /** Id or name of the application whose commands the player uses. Default: the first one. */
  readonly application?: string | undefined;
  /** Id or name of a guild. Default none: the player is in the direct messages of the application's bot. */
  readonly guild?: string | undefined;
  /** Id or name of one of the guild's channels. Default: its first text channel. */
  readonly channel?: string | undefined;
  /** Names of other players: the player is in direct messages with them. */
  readonly recipients?: readonly string[] | undefined;
}

import type { PlayerAgent } from "./player-agent.ts";

/** A method of `PlayerAgent` with plain arguments and results. */
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

export interface RemoteCall {
  readonly client: string;
  readonly name: string;
  readonly place: RemotePlace;
  readonly method: RemoteMethod;
  /** By position, because JSON cannot represent omitted arguments. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The location of a player in a running emulator. */
export interface RemotePlace {
  /** Id or name of the application whose commands the player uses. Default: the first one. */
  readonly application?: string | undefined;
  /** Guild id or name. Default: direct messages with the application's bot. */
  readonly guild?: string | undefined;
  /** Id or name of a channel in the guild. Default: its first text channel. */
  readonly channel?: string | undefined;
  /** Names of other players for direct messages. */
  readonly recipients?: readonly string[] | undefined;
}

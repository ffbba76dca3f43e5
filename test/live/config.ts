/** A player's actions. A real player acts later, so the calls return immediately. */
export interface PlayerAccess {
  readonly timeoutMs: number;
  open(this: void, url: string, answer: "accept" | "deny"): void | Promise<void>;
  /** Waits until the player is done with the opened page, for pages that do not redirect to a callback. */
  confirm(this: void, signal: AbortSignal): Promise<void>;
  /** Uses a slash command in the test guild, or launches the Activity. */
  use(this: void, command: string): void | Promise<void>;
}

/** The service, a test application, and the values of `{name}` in facts. */
export interface Config {
  readonly apiBase: string;
  readonly webBase: string;
  /** The issuer of ID tokens. Default: `webBase`. */
  readonly issuer?: string;
  /** The port of the interactions endpoint. */
  readonly port: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly player: PlayerAccess;
  /** Waits between polls, by default in real time. */
  readonly wait?: (seconds: number) => Promise<void>;
  /** Default: the service's limit. */
  readonly requestsPerSecond?: number;
}

/** A required value is missing. The fact remains unverified. */
export class Missing extends Error {}

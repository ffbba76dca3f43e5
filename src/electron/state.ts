import type { ErrorCode } from "../core/error-code.ts";

/** A failure, as described to the player. @experimental */
export interface SlashpassProblem {
  /** A stable identifier, for example `network_error`. Cancelled sign-ins have `aborted` or `access_denied`. */
  readonly code: ErrorCode;
  /** One or two sentences in the app's language. */
  readonly text: string;
}

/** The signed-in player. @experimental */
export interface SlashpassPlayer {
  readonly id: string;
  /** The display name, or the username if there is none. */
  readonly name: string;
  readonly username: string;
  /** The avatar as a `data:` URL (CSP: `img-src data:`); `undefined` until it is fetched. */
  readonly avatar?: string | undefined;
}

/** The prompt for a player who signs in on another device (RFC 8628 §3.3). @experimental */
export interface SlashpassPrompt {
  readonly code: string;
  readonly url: string;
  /** The QR code for the URL, as the `data:` URL of an SVG image (CSP: `img-src data:`). */
  readonly qrCode: string;
  /** When the code expires, in milliseconds since 1970 (UTC). */
  readonly expiresAt: number;
}

/** The fields of every state. @experimental */
export interface SlashpassStateBase {
  /** The name of the current account; `undefined` for the unnamed account. */
  readonly account: string | undefined;
  readonly isGuest: boolean;
  /** Why the last operation failed. Cleared by the next operation. */
  readonly problem?: SlashpassProblem | undefined;
  /** Why the player will have to sign in again after a restart; `undefined` if the tokens are stored. */
  readonly storeProblem?: SlashpassProblem | undefined;
}

/** No player is signed in. @experimental */
export interface SignedOutState extends SlashpassStateBase {
  /** `restoring` until the stored session is read, which does not use the network. */
  readonly status: "restoring" | "signed-out";
  /** Only in the `signed-in` state. */
  readonly player?: undefined;
  /** Only in the `signing-in` state. */
  readonly prompt?: undefined;
}

/** The player continues in the browser or on another device. @experimental */
export interface SigningInState extends SlashpassStateBase {
  readonly status: "signing-in";
  /** Only in the `signed-in` state. */
  readonly player?: undefined;
  /** The code to display if the player signs in on another device. */
  readonly prompt?: SlashpassPrompt | undefined;
}

/** A player is signed in. @experimental */
export interface SignedInState extends SlashpassStateBase {
  readonly status: "signed-in";
  /** `undefined` for a guest, or if the scopes do not allow fetching the player. */
  readonly player?: SlashpassPlayer | undefined;
  /** Only in the `signing-in` state. */
  readonly prompt?: undefined;
}

/** The state that every window displays. @experimental */
export type SlashpassState = SignedOutState | SigningInState | SignedInState;

/** Options for a sign-in. @experimental */
export interface SignInChoice {
  /** The account to sign in to. Default: the current one. Any string of 1 to 200 characters. */
  readonly account?: string | undefined;
  /** Whether to show a code for another device instead of opening the browser. Default false. */
  readonly device?: boolean | undefined;
  /** Whether to sign in as a guest, which requires the `guest` option of `setUpSlashpass`. Default false. */
  readonly guest?: boolean | undefined;
}

/** An account that is signed in on this machine. @experimental */
export interface ListedAccount {
  /** The name of the account; `undefined` for the unnamed account. */
  readonly account: string | undefined;
  /** The player as last fetched; `undefined` if the scopes do not allow fetching the player. */
  readonly player: SlashpassPlayer | undefined;
}

/** Functions that change the state, for the main process and for pages. They do not depend on `this`. @experimental */
export interface SlashpassActions {
  /** Signs the player in. Resolves with the resulting state, which contains the problem if the sign-in failed. */
  signIn(this: void, choice?: SignInChoice): Promise<SlashpassState>;
  /** Cancels a pending sign-in, if there is one. */
  cancel(this: void): Promise<SlashpassState>;
  /** Signs the current player out and deletes the stored tokens. */
  signOut(this: void): Promise<SlashpassState>;
  /** Lists the accounts that are signed in on this machine. Rejects if the store fails. */
  listAccounts(this: void): Promise<readonly ListedAccount[]>;
  /** Restores the stored session of another account, without the network. Default: the unnamed account. */
  switchAccount(this: void, account?: string): Promise<SlashpassState>;
  /**
   * Calls `listener` with the current state now and after each change. This matches Svelte's store contract.
   *
   * @returns A function that removes the listener.
   */
  subscribe(this: void, listener: (state: SlashpassState) => void): () => void;
}

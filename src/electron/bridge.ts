import type { ListedAccount, SignInChoice, SlashpassProblem, SlashpassState } from "./state.ts";

/** The channel for the page's calls. The first argument is the name of a {@link BridgeMethod}. */
export const callChannel = "slashpass:call";

/** The channel on which the main process sends each {@link StateMessage}. */
export const stateChannel = "slashpass:state";

/** The property of the page's `window` that the preload script sets. */
export const bridgeName = "slashpassBridge";

/** Replies and state messages can arrive in any order, so the page ignores states with a lower revision. */
export interface StateMessage {
  readonly revision: number;
  readonly state: SlashpassState;
}

/** Electron reduces a thrown error to its message, so problems are returned as values. */
export type Reply<T> = { readonly value: T } | { readonly problem: SlashpassProblem };

/** The functions that the preload script exposes to the page. */
export interface Bridge {
  state(): Promise<Reply<StateMessage>>;
  signIn(choice: SignInChoice | undefined): Promise<Reply<StateMessage>>;
  cancel(): Promise<Reply<StateMessage>>;
  signOut(): Promise<Reply<StateMessage>>;
  switchAccount(account: string | undefined): Promise<Reply<StateMessage>>;
  listAccounts(): Promise<Reply<readonly ListedAccount[]>>;
  invoke(call: HandlerCall): Promise<Reply<unknown>>;
  onState(listener: (message: StateMessage) => void): void;
}

export type BridgeMethod = Exclude<keyof Bridge, "onState">;

/** A call to a handler that the game registered with `account.handle`. */
export interface HandlerCall {
  readonly name: string;
  readonly args: readonly unknown[];
}

import { useSyncExternalStore } from "react";
import { type Slashpass, slashpass } from "./renderer.ts";
import type { SlashpassState } from "./state.ts";

export type * from "./state.ts";
export type { Slashpass } from "./renderer.ts";
export type { ErrorCode, OtherErrorCode } from "../core/error-code.ts";

/** The functions that {@link useSlashpass} returns. They stay the same between renders. @experimental */
export type SlashpassFunctions = Omit<Slashpass, "getState" | "subscribe">;

const { signIn, cancel, signOut, listAccounts, switchAccount, invoke } = slashpass;
const functions: SlashpassFunctions = { signIn, cancel, signOut, listAccounts, switchAccount, invoke };

/**
 * Returns the current state and the functions that change it. Rerenders the component after each change.
 *
 * @experimental
 * @throws Error if the preload script has not exposed slashpass to the page.
 */
export function useSlashpass(): SlashpassState & SlashpassFunctions {
  const state = useSyncExternalStore(slashpass.subscribe, slashpass.getState, slashpass.getState);
  return { ...state, ...functions };
}

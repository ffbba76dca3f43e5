import { isClientError } from "slashpass";
import { Failure } from "../frame/failure.ts";
import { interrupted } from "../frame/prompts.ts";

const nothingKept = "Nobody was signed in, and nothing was kept.";
const again = "Run 'slashpass login' to be asked again.";

/** What the library's error codes mean to a person at the terminal: its own messages are for the developer of a game. */
const meanings: Readonly<Record<string, { readonly message: string; readonly hint: string }>> = {
  access_denied: { message: `The player declined. ${nothingKept}`, hint: again },
  timeout: {
    message: `The sign-in in the browser was not finished in time: its tab may have been closed. ${nothingKept}`,
    hint: `${again} If no browser opens, or it runs on another machine, add --device.`,
  },
  expired_token: { message: `The code was not used in time. ${nothingKept}`, hint: again },
  keychain_absent: {
    message: "There is no keychain on this machine that could keep the tokens.",
    hint: "On Linux, a session D-Bus and a Secret Service (gnome-keyring, KWallet) with a default collection are needed; 'slashpass doctor' shows what is missing. Build machines need no player: commands take SLASHPASS_BOT_TOKEN or SLASHPASS_CLIENT_SECRET.",
  },
  keychain_locked: { message: "The keychain is locked.", hint: "Unlock it, then try again." },
  keychain_denied: {
    message: "The keychain denied access.",
    hint: "Allow this program to use its item in the keychain, then try again.",
  },
  session_ended: {
    message: "The player is signed out: the service or the player ended the session.",
    hint: again,
  },
};

/** Failures of a sign-in or of its tokens, in words for the terminal; others as they are. */
export function explain(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return interrupted(nothingKept);
  if (!isClientError(error)) return error;
  const meaning = meanings[error.code];
  return meaning ? new Failure(meaning.message, { code: error.code, hint: meaning.hint }) : error;
}

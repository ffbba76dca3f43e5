import { loadOnce } from "../../core/lazy.ts";

const loadTexts = loadOnce(() => import("./player-texts.ts"));

/**
 * Returns one or two sentences for the player about a failed sign-in or an ended session, in one of the redirect page's
 * languages. The messages are loaded on the first call. `error.message` and `error.hint` are for developers.
 *
 * @stable
 * @param error - The error with which `signIn`, `restoreSession`, `accessToken` or `signOut` rejected. For any other value,
 *   returns "That did not work. Try again."
 * @param locale - The player's language (BCP 47), for example `navigator.language` or
 *   `Intl.DateTimeFormat().resolvedOptions().locale`. Unsupported languages fall back to English.
 * @throws ClientError `part_missing` (Disabled) if the file that contains the messages is missing.
 */
export async function playerMessage(error: unknown, locale: string): Promise<string> {
  const { playerText } = await loadTexts();
  return playerText(error, locale);
}

import { loadOnce } from "../../core/lazy.ts";

const loadTexts = loadOnce(() => import("./player-texts.ts"));

/**
 * Returns one or two sentences for the player about a failed sign-in or an ended session, in the languages of the redirect page.
 * The texts are loaded by the first call. `error.message` and `error.hint` are for developers.
 *
 * @param error - the rejection of `signIn`, `restoreSession`, `accessToken` or `signOut`. Anything else returns "That did not
 *   work. Try again."
 * @param locale - the player's language (BCP 47), for example `navigator.language` or
 *   `Intl.DateTimeFormat().resolvedOptions().locale`. Unsupported languages fall back to English.
 * @throws ClientError `part_missing` (Disabled) if the file with the texts is missing.
 */
export async function playerMessage(error: unknown, locale: string): Promise<string> {
  const { playerText } = await loadTexts();
  return playerText(error, locale);
}

import { loadOnce } from "../../core/lazy.ts";

const loadTexts = loadOnce(() => import("./player-texts.ts"));

/**
 * A sentence or two for the player about what ended a sign-in or a session, in the languages of the page that the player sees
 * on coming back. The texts are loaded with the first call. `error.message` and `error.hint` are for developers.
 *
 * @param error - what `signIn`, `restoreSession`, `accessToken` or `signOut` rejected with. Anything else is "That did not
 *   work. Try again."
 * @param locale - the player's language (BCP 47), for example `navigator.language` or
 *   `Intl.DateTimeFormat().resolvedOptions().locale`. A language that is not there is English.
 * @throws ClientError `part_missing` (Disabled) when the file of the texts is gone.
 */
export async function playerMessage(error: unknown, locale: string): Promise<string> {
  const { playerText } = await loadTexts();
  return playerText(error, locale);
}

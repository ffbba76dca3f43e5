import { describeAccount, type Player } from "../state/players.ts";

/** What each scope lets an application read at the user info endpoint (OpenID Connect Core §5.4). */
export const scopeClaims: Readonly<Record<string, readonly string[]>> = {
  openid: ["sub"],
  identify: ["preferred_username", "nickname", "locale"],
  email: ["email", "email_verified"],
};

/** A player as the user info endpoint shows them: the names of its fields are those of the published description. */
export function describeClaims(player: Player): Readonly<Record<string, unknown>> {
  const { id, username, global_name, locale, email, verified } = describeAccount(player);
  return {
    sub: id,
    preferred_username: username,
    nickname: global_name,
    locale,
    email,
    email_verified: verified,
  };
}

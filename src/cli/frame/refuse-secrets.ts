import { misunderstood } from "./failure.ts";
import { ownWords } from "./own-words.ts";

const secretOption =
  /^--?(?:bot-?token|client-?secret|access-?token|refresh-?token|token|secret|password)(?:=|$)/i;

/**
 * Secrets are never taken from arguments, and the value is not repeated.
 *
 * @throws Failure `secret_in_arguments`.
 */
export function refuseSecrets(words: readonly string[]): void {
  const name = ownWords(words)
    .find((word) => secretOption.test(word))
    ?.replace(/=.*/s, "");
  if (name === undefined) return;
  throw misunderstood(
    `${name} cannot be given on the command line: other programs on this machine can read it there, and the shell keeps it in its history.`,
    "Set SLASHPASS_BOT_TOKEN or SLASHPASS_CLIENT_SECRET in the environment, or leave it out: the program then asks for it. Reset the secret that was typed here in the developer portal.",
    "secret_in_arguments",
  );
}

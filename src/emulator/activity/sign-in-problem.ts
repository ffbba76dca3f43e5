import { RpcErrorCode } from "../../wire/desktop-client.ts";
import type { FrameProblem } from "./frame-problems.ts";

/**
 * The explanation for an Activity whose sign-in fails: many pages ignore the error, and stay blank. Other
 * commands may be refused without harm.
 */
export function findSignInProblem(
  command: unknown,
  { code, message }: { readonly code: number; readonly message: string },
): Omit<FrameProblem, "at"> | undefined {
  if (command !== "AUTHORIZE" && command !== "AUTHENTICATE") return undefined;
  return {
    message: `${command} was refused: ${message} (${code})`,
    hint:
      code === RpcErrorCode.OAuth2Error && message.includes("access_denied")
        ? "The player declined, or closed the question. Catch what authorize() rejects with, and let them try again."
        : "The promise of the command was rejected with this error: catch it, because the real client refuses the same.",
  };
}

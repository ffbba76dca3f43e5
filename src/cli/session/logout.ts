import type { Call, Outcome } from "../frame/run-command.ts";
import { Failure } from "../frame/failure.ts";
import { interrupted } from "../frame/prompts.ts";
import type { logout } from "./definitions.ts";
import { explain } from "./describe.ts";
import { openSession } from "./open-client.ts";

export async function run(call: Call<typeof logout.options>): Promise<Outcome> {
  const { terminal, signal } = call;
  try {
    await using opened = await openSession(call);
    const { revocationError, storeError } = await opened.client.signOut({ signal });
    if (storeError) throw storeError;
    if (revocationError) throw notRevoked(revocationError.message);
    terminal.print("Signed out.");
    return { result: { signedOut: true } };
  } catch (error) {
    if (signal.aborted) throw interrupted(unanswered);
    if (!(error instanceof Failure) || error.code !== "not_signed_in") throw explain(error, signal);
    terminal.print(error.message);
    return { result: { signedOut: false } };
  }
}

const unanswered =
  "The service has not answered, and may still accept the tokens. The player can revoke them in the settings of their account, under the authorized applications.";

function notRevoked(reason: string): Failure {
  return new Failure(
    `The tokens are deleted on this machine, but they could not be revoked, and the service still accepts them: ${reason}`,
    {
      code: "not_revoked",
      hint: "The player can revoke them in the settings of their account, under the authorized applications.",
    },
  );
}

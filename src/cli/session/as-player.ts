import { Failure, misunderstood } from "../frame/failure.ts";
import { variables } from "../frame/variables.ts";
import { freshToken, type SessionCall } from "./open-client.ts";

const needed = "applications.commands.permissions.update";

/** @throws Failure `no_access_token`, `missing_scope`. */
export async function asPlayer<C extends SessionCall>(call: C): Promise<C> {
  const { env, options } = call;
  if (env[variables.accessToken]) return call;
  const { accessToken, scopes } = await freshToken(call).catch((error: unknown) => {
    throw isNobody(error) ? noPlayer(error, options.account) : error;
  });
  if (!scopes.includes(needed)) {
    throw misunderstood(
      `The player who is signed in has not granted ${needed}, which Discord requires for editing permissions.`,
      // A new sign-in replaces the scopes, so the granted ones are requested again.
      `Run '${loginFor([...scopes, needed], options.account)}'.`,
      "missing_scope",
    );
  }
  return { ...call, env: { ...env, [variables.accessToken]: accessToken } };
}

function isNobody(error: unknown): error is Failure {
  const codes = ["not_signed_in", "session_ended", "keychain_absent"];
  return error instanceof Failure && codes.includes(error.code);
}

function noPlayer({ message }: Failure, account: string | undefined): Failure {
  return misunderstood(
    `Discord lets only players edit permissions. ${message}`,
    `Run '${loginFor([needed], account)}'. If this machine cannot store tokens, set SLASHPASS_ACCESS_TOKEN to that player's token.`,
    "no_access_token",
  );
}

function loginFor(scopes: readonly string[], account: string | undefined): string {
  return `slashpass login --scope ${scopes.join(" ")}${account === undefined ? "" : ` --account ${account}`}`;
}

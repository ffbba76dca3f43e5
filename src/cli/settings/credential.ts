import type { ApiCredential } from "slashpass/commands";
import { variables } from "../frame/variables.ts";
import {
  type AccessCall,
  type ApplicationSecrets,
  credentialOf,
  maskSecrets,
  ofVariables,
  refuseForeignHost,
  secretIn,
} from "./application-secrets.ts";
import type { Settings } from "./settings.ts";

/**
 * The application's credential: of `SLASHPASS_<ENVIRONMENT>_BOT_TOKEN` and `_CLIENT_SECRET`, else of `SLASHPASS_BOT_TOKEN` and
 * `SLASHPASS_CLIENT_SECRET`, else of the keychain, else of the person, who is asked. With `SLASHPASS_ACCESS_TOKEN` also that
 * player's. Nothing of it is printed from then on.
 *
 * @throws Failure `no_credential` and `credential_refused` where nobody can be asked; `foreign_host` as
 *   {@link refuseForeignHost} does.
 */
export async function readCredential(call: AccessCall, settings: Settings): Promise<ApiCredential> {
  const { env, terminal } = call;
  refuseForeignHost(settings);
  const secrets = await (ofVariables(env, settings) ?? keptOrAsked(call, settings));
  maskSecrets(secrets, terminal);
  const accessToken = secretIn(env, variables.accessToken);
  if (accessToken === undefined) return credentialOf(secrets, settings.applicationId);
  terminal.mask(accessToken);
  const userToken = () => Promise.resolve(accessToken);
  return { ...credentialOf(secrets, settings.applicationId), userToken };
}

async function keptOrAsked(call: AccessCall, settings: Settings): Promise<ApplicationSecrets> {
  // Loaded where the variables are missing: machines that build and test have them.
  return (await import("./ask-credential.ts")).keptOrAsked(call, settings);
}

import type { ApiCredential } from "slashpass/commands";
import { variables } from "../frame/variables.ts";
import {
  type AccessCall,
  type ApplicationSecrets,
  applicationSecretsIn,
  credentialOf,
  maskSecrets,
  refuseForeignHost,
  secretIn,
} from "./application-secrets.ts";
import type { Settings } from "./settings.ts";

/**
 * Reads the application's credential from `SLASHPASS_<ENVIRONMENT>_BOT_TOKEN` and `_CLIENT_SECRET`, then `SLASHPASS_BOT_TOKEN`
 * and `SLASHPASS_CLIENT_SECRET`, then the keychain, then a prompt. Adds the player's token from `SLASHPASS_ACCESS_TOKEN`. Masks
 * all of them in later output.
 *
 * @throws Failure `no_credential` or `credential_refused` if the terminal is not interactive; `foreign_host` from {@link
 *   refuseForeignHost}.
 */
export async function readCredential(call: AccessCall, settings: Settings): Promise<ApiCredential> {
  const { env, terminal } = call;
  refuseForeignHost(settings);
  const secrets = await (applicationSecretsIn(env, settings) ?? storedOrTyped(call, settings));
  maskSecrets(secrets, terminal);
  const accessToken = secretIn(env, variables.accessToken);
  if (accessToken === undefined) return credentialOf(secrets, settings.applicationId);
  terminal.mask(accessToken);
  const userToken = () => Promise.resolve(accessToken);
  return { ...credentialOf(secrets, settings.applicationId), userToken };
}

async function storedOrTyped(call: AccessCall, settings: Settings): Promise<ApplicationSecrets> {
  return (await import("./stored-secrets.ts")).storedOrTyped(call, settings);
}

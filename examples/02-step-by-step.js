// The individual steps, as in Discord's Social SDK: Authorize, GetToken, UpdateToken, RefreshToken, RevokeToken.
import { AuthorizationArgs, AuthorizationTokenType, Client } from "slashpass";
import { clientOptions, emulator } from "./setting.js";

const { applicationId } = clientOptions;
const client = new Client(clientOptions);

const verifier = client.CreateAuthorizationCodeVerifier();
const args = new AuthorizationArgs();
args.SetScopes(Client.GetDefaultPresenceScopes());
args.SetCodeChallenge(verifier.Challenge());

const { code, redirectUri } = await client.Authorize(args);
const token = await client.GetToken(applicationId, code, verifier.Verifier(), redirectUri);
await client.UpdateToken(AuthorizationTokenType.Bearer, token.accessToken);
console.log(`Authenticated: ${client.IsAuthenticated()}, for ${token.expiresIn} seconds`);

const fresh = await client.RefreshToken(applicationId, token.refreshToken ?? "");
console.log(`Refreshed. Secrets are not printed: ${JSON.stringify(fresh)}`);

await client.RevokeToken(applicationId, fresh.accessToken);
await client.close();
await emulator.close();

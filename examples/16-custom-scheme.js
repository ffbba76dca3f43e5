// The player comes back by the game's own scheme instead of a port of this machine. The first sign-in registers the scheme
// for this player alone: no installer, no administrator. Name it after a domain of yours, so that nobody else has it.
import { Client, redirectSchemeStatus, unregisterRedirectScheme } from "slashpass";
import { clientOptions, emulator } from "./setting.js";

const scheme = "com.example.game";
// In the developer portal: OAuth2 → Redirects → com.example.game:/authorize/callback
const application = emulator.addApplication({
  // The same at each start: the scheme stays registered for it.
  id: "1400000000000000016",
  redirectUris: [`${scheme}:/authorize/callback`],
});

const client = new Client({
  ...clientOptions,
  applicationId: application.id,
  openBrowser: emulator.player("Ada", { application }).browser(),
});
try {
  const session = await client.signIn({ scopes: "identify", customSchemeParam: scheme });
  console.log(`Welcome back, ${(await session.user()).name}.`);

  const which = { applicationId: application.id, scheme };
  console.log(`The scheme is ours: ${redirectSchemeStatus(which).isOurs}`);
  // It stays for the next sign-in; an uninstaller takes it back.
  console.log(`Taken back: ${unregisterRedirectScheme(which)}`);
} finally {
  await client.signOut();
  await client.close();
  await emulator.close();
}

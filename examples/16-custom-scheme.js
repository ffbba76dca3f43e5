// Redirects the player back through the game's own URL scheme instead of a local port. The first sign-in registers the scheme for
// the current user, without an installer or administrator rights. Derive the scheme from a domain that you own to avoid conflicts
// with other programs.
import { Client, redirectSchemeStatus, unregisterRedirectScheme } from "slashpass";
import { clientOptions, emulator } from "./setting.js";

const scheme = "com.example.game";
// In the developer portal: OAuth2 → Redirects → com.example.game:/authorize/callback
const application = emulator.addApplication({
  // Fixed, because the scheme stays registered for this id between runs.
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
  // Normally, the scheme stays registered for the next sign-in, and an uninstaller removes it.
  console.log(`Unregistered: ${unregisterRedirectScheme(which)}`);
} finally {
  await client.signOut();
  await client.close();
  await emulator.close();
}

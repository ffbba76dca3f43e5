// A minimal game. Signs in, uses everything that needs the addon or a keychain, and prints the results.
import {
  Client,
  createRedactor,
  isClientError,
  keychainTokenStore,
  memoryTokenStore,
  redirectSchemeStatus,
  registerRedirectScheme,
} from "slashpass";

const {
  APPLICATION_ID: applicationId = "",
  API_BASE: apiBase,
  WEB_BASE: webBase,
  ADDON_PATH: addonPath,
} = process.env;

async function main() {
  const client = new Client({ applicationId, apiBase, webBase, addonPath, store: memoryTokenStore() });
  const session = await client.signIn({ scopes: "identify" });
  const report = {
    scopes: session.scopes,
    redacted: await outcome(() => createRedactor({ secrets: ["hush-hush"] }).redact("a hush-hush word")),
    scheme: await outcome(() => {
      registerRedirectScheme({ applicationId });
      return redirectSchemeStatus({ applicationId });
    }),
    keychain: await outcome(() => keychainTokenStore().probe()),
  };
  await client.close();
  process.stdout.write(`${JSON.stringify(report)}\n`);
}

/** @param {() => unknown} work */
async function outcome(work) {
  try {
    return await work();
  } catch (error) {
    if (!isClientError(error)) throw error;
    const { code, message, hint } = error;
    return { code, message, hint };
  }
}

void main();

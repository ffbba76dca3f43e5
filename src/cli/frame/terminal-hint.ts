/** The library's hints are for a game's developer. These, by the code of the error, are for a person at the terminal. */
const hints: Readonly<Record<string, string>> = {
  addon_unavailable:
    "Install slashpass again on this system: the addon comes with the package. In its own checkout, run 'npm run build:native'.",
  invalid_client:
    'Switch on "Public Client" for the application in the developer portal (OAuth2), or check SLASHPASS_CLIENT_SECRET.',
  invalid_snapshot:
    "Give a file that 'slashpass commands snapshot' wrote, and its scope with --guild or --global.",
  keychain_absent:
    "On Linux, a session D-Bus and a Secret Service (gnome-keyring, KWallet) with a default collection are needed.",
  keychain_denied: "Allow this program to use its item in the keychain, then try again.",
  keychain_locked: "Unlock the keychain, then try again.",
  keychain_timeout:
    "The keychain may be waiting: answer its dialog, which may be behind another window, then try again.",
  missing_credential:
    "Set SLASHPASS_BOT_TOKEN. What only players may do needs a player's token, in SLASHPASS_ACCESS_TOKEN.",
  permission_loss:
    "Set SLASHPASS_ACCESS_TOKEN to the token of a player who may edit them, and name the guilds with --permissions-of where they are not known. To lose them, add --allow-permission-loss.",
  plan_outdated: "Try again: that makes a new plan.",
  rate_limited: "Wait for that time, then try again.",
  scheme_taken:
    "Name another scheme with --scheme, or take this one with 'slashpass scheme register --replace'.",
  timeout: "Check the network connection and the service, then try again.",
  unauthorized_client: 'Switch on "Public Client" for the application in the developer portal (OAuth2).',
  would_empty_scope: "If you want that, add --allow empty-scope.",
};

export function terminalHint(code: string, hint: string | undefined): string | undefined {
  return hints[code] ?? hint;
}

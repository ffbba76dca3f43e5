import { type KnownScope, umbrellaScopes } from "../../wire/scope.ts";

/**
 * Rejected with `invalid_scope`. As on the service, `applications.commands.update` is available only with client credentials.
 * `webhook.incoming` requires webhooks, which the emulator does not support.
 */
type Ungrantable = "applications.commands.update" | "webhook.incoming";

export const scopeTexts: Readonly<Record<string, string>> = {
  openid: "Confirm your identity",
  identify: "See your name and picture",
  "identify.premium": "See your paid features",
  email: "See your e-mail address",
  guilds: "See the guilds you are in",
  "guilds.join": "Add you to guilds",
  "guilds.channels.read": "See the channels in your guilds",
  "guilds.members.read": "See your name and roles in your guilds",
  "gdm.join": "Add you to group messages",
  "role_connections.write": "Update your role connection metadata",
  connections: "See your connected accounts",
  "sdk.social_layer_presence": "See and share your game activity, and invite your friends",
  "sdk.social_layer": "See and share your game activity, chat, and invite your friends",
  "applications.commands": "Add its commands wherever you install it",
  "applications.commands.permissions.update": "Manage its commands' permissions in your guilds",
  "application_identities.write": "Link your identity in the app to your account",
  "relationships.read": "See your friends",
  "relationships.write": "Add and remove friends for you",
  "activities.read": "See your current activity",
  "activities.write": "Change your current activity",
  "activities.invites.write": "Invite others to your activity",
  bot: "Add its bot to your guilds",
  "messages.read": "Read your messages",
  "dm_channels.read": "See your direct messages and group messages",
  "dm_channels.messages.read": "Read your direct messages",
  "dm_channels.messages.write": "Send direct messages for you",
  "lobbies.write": "Add you to lobbies and remove you from them",
  "gateway.connect": "Receive notifications about your events",
  voice: "Connect to voice channels for you",
  rpc: "Control the app on your computer",
  "rpc.activities.write": "Change your activity in the app on your computer",
  "rpc.notifications.read": "Read notifications from the app on your computer",
  "rpc.screenshare.read": "See whether you are sharing your screen",
  "rpc.screenshare.write": "Share your screen for you",
  "rpc.video.read": "See the app's camera settings on your computer",
  "rpc.video.write": "Change the app's camera settings on your computer",
  "rpc.voice.read": "See the app's voice settings on your computer",
  "rpc.voice.write": "Change the app's voice settings on your computer",
  "applications.builds.read": "See your applications' builds",
  "applications.builds.upload": "Upload builds for your applications",
  "applications.entitlements": "See your applications' purchases",
  "applications.store.update": "Change your applications' store pages",
} satisfies Readonly<Record<Exclude<KnownScope, Ungrantable>, string>>;

/** Available only with client credentials, which allow all other scopes too. */
const applicationScope = "applications.commands.update";

export const grantableScopes: readonly string[] = [...Object.keys(scopeTexts), applicationScope];

export function isKnownScope(scope: string): boolean {
  return grantableScopes.includes(scope);
}

export function grantsScope(granted: string, scope: string): boolean {
  return granted.split(" ").some((name) => {
    const implied: readonly string[] | undefined = Object.hasOwn(umbrellaScopes, name)
      ? umbrellaScopes[name as KnownScope]
      : undefined;
    return name === scope || implied?.includes(scope) === true;
  });
}

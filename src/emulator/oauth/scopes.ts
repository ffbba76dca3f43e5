/**
 * What a scope lets the application do, in words for the player (Discord documentation, OAuth2, "OAuth2 Scopes"). Others are
 * refused with `invalid_scope`, `webhook.incoming` among them: the emulator has no webhook to hand out.
 */
export const scopeTexts: Readonly<Record<string, string>> = {
  openid: "Know that it is you",
  identify: "See your name and picture",
  email: "See your e-mail address",
  guilds: "See the guilds you are in",
  "guilds.join": "Add you to guilds",
  "guilds.members.read": "See your name and roles in your guilds",
  "gdm.join": "Add you to group messages",
  "role_connections.write": "Update what it knows of you for roles",
  connections: "See your connected accounts",
  "sdk.social_layer_presence": "See and share what you play, and invite your friends",
  "sdk.social_layer": "See and share what you play, chat, and invite your friends",
  "applications.commands": "Add commands to where you use it",
  "applications.commands.permissions.update": "Decide who may use its commands in your guilds",
  "relationships.read": "See your friends",
  "activities.read": "See what you are doing",
  "activities.write": "Change what you are doing",
  bot: "Add its bot to your guilds",
  "messages.read": "Read your messages",
  "dm_channels.read": "See your direct messages and group messages",
  voice: "Connect to voice channels for you",
  rpc: "Control the app on your computer",
  "rpc.activities.write": "Change what the app on your computer says you are doing",
  "rpc.notifications.read": "Read the notifications of the app on your computer",
  "rpc.voice.read": "See the voice settings of the app on your computer",
  "rpc.voice.write": "Change the voice settings of the app on your computer",
  "applications.builds.read": "See the builds of your applications",
  "applications.builds.upload": "Upload builds of your applications",
  "applications.entitlements": "See what your applications are bought with",
  "applications.store.update": "Change the store pages of your applications",
};

/** Only an application may have it, by client credentials; the authorize page refuses it. */
export const applicationScopes: readonly string[] = ["applications.commands.update", "identify"];

const presence = ["activities.read", "activities.write", "identify", "relationships.read"];

/** Scopes that stand for others too, of which those are here that the emulator knows (the same, "OAuth2 Scopes"). */
const expansions: Readonly<Record<string, readonly string[]>> = {
  bot: ["applications.commands"],
  "sdk.social_layer_presence": presence,
  "sdk.social_layer": [...presence, "sdk.social_layer_presence", "dm_channels.read", "guilds"],
};

/** Whether a token with `granted` (separated by spaces) may do what `scope` allows. */
export function allows(granted: string, scope: string): boolean {
  return granted.split(" ").some((name) => {
    const others = Object.hasOwn(expansions, name) ? expansions[name] : undefined;
    return name === scope || others?.includes(scope) === true;
  });
}

/**
 * The known scopes (Discord documentation, OAuth2, "OAuth2 Scopes"; authorization-arguments, Authentication 1 and 3), including
 * those covered by the Social SDK's umbrella scopes (vendor-sdk, "Umbrella scopes").
 */
export const knownScopes = [
  "openid",
  "identify",
  "identify.premium",
  "email",
  "connections",
  "guilds",
  "guilds.join",
  "guilds.members.read",
  "guilds.channels.read",
  "gdm.join",
  "role_connections.write",
  "sdk.social_layer",
  "sdk.social_layer_presence",
  "applications.commands",
  "applications.commands.update",
  "applications.commands.permissions.update",
  "applications.builds.read",
  "applications.builds.upload",
  "applications.entitlements",
  "applications.store.update",
  "application_identities.write",
  "activities.read",
  "activities.write",
  "activities.invites.write",
  "relationships.read",
  "relationships.write",
  "dm_channels.read",
  "dm_channels.messages.read",
  "dm_channels.messages.write",
  "messages.read",
  "lobbies.write",
  "gateway.connect",
  "voice",
  "bot",
  "webhook.incoming",
  "rpc",
  "rpc.activities.write",
  "rpc.notifications.read",
  "rpc.screenshare.read",
  "rpc.screenshare.write",
  "rpc.video.read",
  "rpc.video.write",
  "rpc.voice.read",
  "rpc.voice.write",
] as const;

/** A scope that this library recognizes. @stable */
export type KnownScope = (typeof knownScopes)[number];

/**
 * The requested scopes. Arrays accept only known scopes. A space-separated string (RFC 6749 §3.3) may also contain others, for
 * example `"openid brand.new"`.
 *
 * @stable
 */
export type Scopes = readonly KnownScope[] | KnownScope | (string & {});

const presence = [
  "activities.invites.write",
  "activities.read",
  "activities.write",
  "application_identities.write",
  "gateway.connect",
  "identify",
  "relationships.read",
  "relationships.write",
] as const satisfies readonly KnownScope[];

/** Scopes that include other scopes (Discord documentation, OAuth2, "OAuth2 Scopes"; vendor-sdk, "Umbrella scopes"). */
export const umbrellaScopes: Readonly<Partial<Record<KnownScope, readonly KnownScope[]>>> = {
  bot: ["applications.commands"],
  "sdk.social_layer_presence": presence,
  "sdk.social_layer": [
    ...presence,
    "sdk.social_layer_presence",
    "dm_channels.read",
    "dm_channels.messages.read",
    "dm_channels.messages.write",
    "guilds",
    "guilds.channels.read",
    "lobbies.write",
  ],
};

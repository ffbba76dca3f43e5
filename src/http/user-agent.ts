/**
 * How requests to the service introduce themselves: `DiscordBot ($url, $version)`. Others are blocked with code 40333
 * (Discord documentation, Reference, "User Agent").
 */
export const userAgent = "DiscordBot (pkg:npm/slashpass, 0.1.0)";

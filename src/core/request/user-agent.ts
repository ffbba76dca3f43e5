/**
 * How requests to the service introduce themselves: `DiscordBot ($url, $version)`. Others are blocked with code 40333
 * (Discord documentation, Reference, "User Agent").
 */
export const userAgent = "DiscordBot (https://github.com/slashpass/slashpass, 0.1.0)";

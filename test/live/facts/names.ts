export const globalCommands = "/applications/{app}/commands";
export const guildCommands = "/applications/{app}/guilds/{guild}/commands";
export const childCommands = "/applications/{child}/commands";
export const ping = { name: "ping", description: "Answers with pong" };

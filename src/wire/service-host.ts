/** Where the service is; also a part of the names of its other hosts. */
export const serviceHost = "discord.com";

import { ChannelType } from "./command-option.ts";

/** The channel types that are threads of another channel. */
export const threadTypes: readonly (ChannelType | undefined)[] = [
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
];

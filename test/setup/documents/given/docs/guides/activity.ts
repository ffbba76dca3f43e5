import type { DiscordSDK } from "@discord/embedded-app-sdk";

export declare const sdk: DiscordSDK;
export declare function post(
  path: string,
  body: object,
): Promise<{ readonly room: string; readonly secret: string }>;

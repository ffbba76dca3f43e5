import type { DiscordSDK } from "@discord/embedded-app-sdk";

/** As the Activity's page has them. */
export declare const sdk: DiscordSDK;
export declare function post(
  path: string,
  body: object,
): Promise<{ readonly room: string; readonly secret: string }>;

import { SocialSdk, type SocialSdkOptions } from "./social-sdk.ts";

export type { ConnectionStatus } from "./connection.ts";
export {
  inspectSocialSdk,
  type SocialSdkInspection,
  type SocialSdkInspectionOptions,
  type SocialSdkSymbol,
} from "./inspect.ts";
export type { SocialSdk, SocialSdkOptions } from "./social-sdk.ts";

/**
 * Returns a backend that signs players in through Discord's Social SDK, a library that the game ships. The first operation loads
 * the library. This backend has never been tested with the vendor's own binary, so verify yours with
 * `npx slashpass doctor --social-sdk PATH`.
 *
 * @example
 * ```ts
 * import { Client } from "slashpass";
 * import { socialSdk } from "slashpass/social-sdk";
 *
 * const client = new Client({ applicationId: "123456789012345678", backend: socialSdk() });
 * const session = await client.signIn({ scopes: Client.GetDefaultPresenceScopes() });
 * await client.connect();
 * console.log(`Hello, ${session.player?.name}.`);
 * ```
 *
 * @throws ClientError (ValidationError) `invalid_path`, `unknown_option`. The client's operations throw `social_sdk_unavailable`
 *   (Disabled) if the library cannot be loaded.
 *
 * @experimental
 */
export function socialSdk(options: SocialSdkOptions = {}): SocialSdk {
  return new SocialSdk(options);
}

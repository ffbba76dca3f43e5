/** Where the gateway is, at the emulator's address. */
export const gatewayPath = "/gateway";

/** @param webBase - base of the emulator's pages. */
export function gatewayUrl(webBase: string): string {
  return webBase.replace(/^http/, "ws") + gatewayPath;
}

/**
 * Whether this is the Windows Subsystem for Linux, where browsers run on the Windows side.
 *
 * @param kernel - The result of `os.release()`.
 */
export function isWsl(
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
  kernel: string,
): boolean {
  return platform === "linux" && (Boolean(env["WSL_DISTRO_NAME"]) || /microsoft/i.test(kernel));
}

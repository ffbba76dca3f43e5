/** What a run says, with its own application and port taken out. */
export function withoutIds(text: string): string {
  return text
    .replaceAll(/application\s\d+/g, "application <id>")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:<port>");
}

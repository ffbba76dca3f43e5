/** Replaces the application id and port in a program's output. */
export function withoutIds(text: string): string {
  return text
    .replaceAll(/application\s\d+/g, "application <id>")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:<port>");
}

/** What the program printed as one line: where it breaks its lines depends on the paths that they name. */
export function oneLine(printed: string): string {
  return printed.replaceAll(/\s+/g, " ").trim();
}

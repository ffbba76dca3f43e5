/** Joins the program's output into one line, because where lines break depends on the length of paths. */
export function oneLine(printed: string): string {
  return printed.replaceAll(/\s+/g, " ").trim();
}

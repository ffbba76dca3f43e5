/** Joins the program's output into one line, because line breaks depend on path lengths. */
export function oneLine(printed: string): string {
  return printed.replaceAll(/\s+/g, " ").trim();
}

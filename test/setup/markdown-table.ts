/**
 * Returns the rows of the first table below a heading, without the header row. Trims cells and removes backticks.
 *
 * @throws Error if the heading or its table is missing.
 */
export function readTable(markdown: string, heading: string): string[][] {
  const [, section] = markdown.split(new RegExp(`^#+ ${heading}$`, "m"));
  const lines = section?.split("\n") ?? [];
  const start = lines.findIndex((line) => line.startsWith("|"));
  if (start < 0) throw new Error(`There is no table below "${heading}".`);
  const length = lines.slice(start).findIndex((line) => !line.startsWith("|"));
  return lines.slice(start + 2, length < 0 ? undefined : start + length).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.replaceAll("`", "").trim()),
  );
}

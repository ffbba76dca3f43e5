import { readFile } from "node:fs/promises";
import { misunderstood } from "../frame/failure.ts";
import { isId } from "../settings/check-config.ts";

/**
 * The ids of guilds in a file: one a line, with `#` before remarks, or a JSON list of texts.
 *
 * @throws Failure `file_unreadable`, `guilds_invalid`.
 */
export async function readGuilds(path: string): Promise<readonly string[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw misunderstood(
      `The file with the guilds ${path} cannot be read (${error.code}).`,
      "Give one with --guilds.",
      "file_unreadable",
    );
  });
  const items = text.trimStart().startsWith("[") ? itemsOfJson(text, path) : itemsOfLines(text);
  const wrong = items.find(({ id }) => !isId(id));
  if (wrong) throw invalid(path, `${wrong.where} is not the id of a guild: ${JSON.stringify(wrong.id)}`);
  if (items.length === 0) throw invalid(path, "it contains no guild id");
  return items.map(({ id }) => id as string);
}

interface Item {
  readonly id: unknown;
  readonly where: string;
}

function itemsOfLines(text: string): Item[] {
  return text
    .split("\n")
    .map((line, index) => ({ id: line.replace(/#.*/, "").trim(), where: `line ${index + 1}` }))
    .filter(({ id }) => id !== "");
}

function itemsOfJson(text: string, path: string): Item[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw invalid(path, (error as Error).message);
  }
  return (list as unknown[]).map((id, index) => ({ id, where: `item ${index + 1}` }));
}

function invalid(path: string, problem: string) {
  return misunderstood(
    `The file with the guilds ${path} cannot be used: ${problem}.`,
    "Write one id per line, or a JSON list of ids in quotes.",
    "guilds_invalid",
  );
}

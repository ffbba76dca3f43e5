import { relative } from "node:path";
import { misunderstood } from "../frame/failure.ts";
import { declined } from "../frame/prompts.ts";
import type { InitCall } from "./answers.ts";

export async function confirmOverwrite(
  { options, terminal, cwd }: InitCall,
  paths: readonly string[],
): Promise<void> {
  if (options.force || paths.length === 0) return;
  const names = listed(paths.map((path) => relative(cwd, path)));
  const they = paths.length > 1 ? "already exist. Overwrite them" : "already exists. Overwrite it";
  if (options.yes || !terminal.interactive) {
    throw misunderstood(
      `${listed(paths)} would be overwritten.`,
      options.electron
        ? "Use an empty directory, or add --force."
        : "Add --force, or add --without-commands to keep the commands.",
      "file_exists",
    );
  }
  if (!(await terminal.ask.confirm({ message: `${names} ${they}?`, instead: "--force" }))) throw declined();
}

export function listed(names: readonly string[]): string {
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
}

import type { WorldInit } from "slashpass/emulator";
import { isObject } from "../../core/check/readers.ts";
import { misunderstood } from "../frame/failure.ts";
import { loadFile } from "../settings/load-file.ts";

/** @throws Failure `file_unreadable`, `world_unusable`. */
export async function readWorld(path: string): Promise<WorldInit> {
  const value = await loadFile(path, "The world");
  if (!isObject(value)) throw worldUnusable(path, "It must be an object.");
  // For editors only.
  const { $schema: _, ...world } = value;
  return world;
}

export function worldUnusable(path: string, problem: string, hint?: string) {
  return misunderstood(
    `${path} cannot be used as the emulator's world. ${inFile(problem)}`,
    hint === undefined
      ? "Its fields are described in slashpass/schemas/world.json, which editors read from its field $schema."
      : inFile(hint),
    "world_unusable",
  );
}

function inFile(text: string): string {
  return text.replaceAll("options.world.", "").replaceAll("options.world", "The world");
}

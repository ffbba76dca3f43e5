import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ApplicationData } from "slashpass/api";
import { isObject } from "../../core/check/readers.ts";
import { writeFiles } from "../init/write-files.ts";
import { loadFile } from "../settings/load-file.ts";

export const pictures = ["icon", "cover_image"] as const;
export type Picture = (typeof pictures)[number];

interface Sent {
  readonly sha256: string;
  readonly hash: string;
}

type PictureRecord = Readonly<Record<string, { readonly [P in Picture]?: Sent }>>;

/** The record is committed with the config: the service does not reveal which image a hash belongs to. */
function recordPath(config: string): string {
  return join(dirname(config), "slashpass.pictures.json");
}

/** @throws Failure `file_unreadable`. */
export async function readRecord(config: string): Promise<PictureRecord> {
  const path = recordPath(config);
  if (!existsSync(path)) return {};
  const record = await loadFile(path, "The record of pictures");
  return isObject(record) ? (record as PictureRecord) : {};
}

/**
 * @param digests - SHA-256 of the images in the config.
 * @throws Failure `file_not_written`.
 */
export async function keepRecord(
  config: string,
  application: ApplicationData,
  digests: { readonly [P in Picture]?: string },
): Promise<void> {
  const entries = pictures.flatMap((picture) => {
    const { [picture]: sha256 } = digests;
    const { [picture]: hash } = application;
    return sha256 === undefined || typeof hash !== "string" ? [] : [[picture, { sha256, hash }] as const];
  });
  if (entries.length === 0) return;
  const before = await readRecord(config);
  const after = { ...before, [application.id]: Object.fromEntries(entries) };
  const text = `${JSON.stringify(after, null, 2)}\n`;
  if (JSON.stringify(after) !== JSON.stringify(before))
    await writeFiles(new Map([[recordPath(config), text]]));
}

import { isObject, isSnowflake } from "../../core/check/readers.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { Fields, Visit } from "./visit.ts";
import { PermissionType } from "../../wire/command.ts";
import { limits } from "../../wire/limits.ts";
import { allChannelsOf } from "../use/permission-bits.ts";

const { Role, Channel } = PermissionType;
const types: readonly unknown[] = Object.values(PermissionType);
const known: ReadonlySet<string> = new Set(["id", "type", "permission"]);

/** See Application Commands Interface, "Application command permission". */
export function checkOverwrites(visit: Visit, overwrites: unknown, guildId: Snowflake | undefined): void {
  if (!Array.isArray(overwrites)) return visit.report("overwrites-list", undefined, overwrites);
  if (overwrites.length > limits.overwrites) {
    visit.report("overwrites-count", undefined, overwrites.length, [
      `has ${overwrites.length} entries.`,
      `Keep ${limits.overwrites}; overwrite a role instead of its members.`,
    ]);
  }
  const seen = new Set<string>();
  visit.each(overwrites, (index) =>
    visit.guard(() => checkOverwrite(visit, overwrites[index], guildId, seen)),
  );
}

function checkOverwrite(
  visit: Visit,
  overwrite: unknown,
  guildId: Snowflake | undefined,
  seen: Set<string>,
): void {
  if (!isObject(overwrite))
    return visit.reportNoObject("overwrites-list", overwrite, "{ id, type, permission }");
  const { type, permission } = overwrite as Record<string, unknown>;
  if (!types.includes(type)) visit.report("overwrite-type", "type", type);
  if (typeof permission !== "boolean") visit.report("overwrite-permission", "permission", permission);
  visit.reportUnknown(overwrite, "a permission overwrite", known);
  checkTarget(visit, overwrite, guildId, seen);
}

function checkTarget(
  visit: Visit,
  overwrite: Fields,
  guildId: Snowflake | undefined,
  seen: Set<string>,
): void {
  const { id, type } = overwrite as Record<string, unknown>;
  if (!isSnowflake(id)) {
    const isNumber = typeof id === "number";
    visit.report("overwrite-id", "id", id, [
      "is not an id of at most 64 bits, as a decimal string.",
      isNumber ? "Copy it again as a string: a number has lost digits." : "Copy the id.",
    ]);
    return;
  }
  if (seen.has(id)) visit.report("overwrite-unique", "id", id);
  seen.add(id);
  if (guildId === undefined) return;
  if (id === guildId && type !== Role) reportConstant(visit, id, "@everyone", Role);
  if (id === allChannelsOf(guildId) && type !== Channel) reportConstant(visit, id, "all channels", Channel);
}

function reportConstant(visit: Visit, id: string, meaning: string, type: PermissionType): void {
  const message = `does not fit the id, which means ${meaning}.`;
  visit.report("overwrite-constant", "type", id, [message, `Use type ${type}.`]);
}

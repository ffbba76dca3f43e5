import { isObject, isSnowflake } from "../../core/check/readers.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { type Fields, type Visit, wordForMissing } from "./visit.ts";
import { PermissionType } from "../../wire/command.ts";
import { limits } from "../../wire/limits.ts";
import { allChannelsOf } from "../use/permission-bits.ts";

const { Role, Channel } = PermissionType;
const types: readonly unknown[] = Object.values(PermissionType);
const known: ReadonlySet<string> = new Set(["id", "type", "permission"]);

/** Checks the permission overwrites of one command in a guild (Application Commands Interface, "Application command permission"). */
export function checkOverwrites(visit: Visit, overwrites: unknown, guildId: Snowflake | undefined): void {
  if (!Array.isArray(overwrites)) {
    visit.report("overwrites-list", undefined, {
      value: overwrites,
      message: "is not a list.",
      fix: "Pass a list of { id, type, permission }.",
      service: wordForMissing(overwrites),
    });
    return;
  }
  if (overwrites.length > limits.overwrites) {
    visit.report("overwrites-count", undefined, {
      value: overwrites.length,
      message: `has ${overwrites.length} entries.`,
      fix: `Keep ${limits.overwrites}; overwrite a role instead of its members.`,
    });
  }
  const seen = new Set<string>();
  for (let index = 0; index < overwrites.length && visit.takePart(); index++) {
    visit.enter(index);
    visit.guard(() => checkOverwrite(visit, overwrites[index], guildId, seen));
    visit.leave();
  }
}

function checkOverwrite(
  visit: Visit,
  overwrite: unknown,
  guildId: Snowflake | undefined,
  seen: Set<string>,
): void {
  if (!isObject(overwrite)) {
    visit.reportNoObject("overwrites-list", overwrite, "{ id, type, permission }");
    return;
  }
  const { type, permission } = overwrite as Record<string, unknown>;
  if (!types.includes(type)) {
    visit.report("overwrite-type", "type", {
      value: type,
      message: "is not 1 (role), 2 (user) or 3 (channel).",
      fix: "Use 1, 2 or 3.",
      service: wordForMissing(type),
    });
  }
  if (typeof permission !== "boolean") {
    visit.report("overwrite-permission", "permission", {
      value: permission,
      message: "is not true or false.",
      fix: "Write true to allow, or false to forbid.",
      service: wordForMissing(permission),
    });
  }
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
    visit.report("overwrite-id", "id", {
      value: id,
      message: "is not an id of at most 64 bits, as a decimal string.",
      service: wordForMissing(id),
      fix: typeof id === "number" ? "Copy it again as a string: a number has lost digits." : "Copy the id.",
    });
    return;
  }
  if (seen.has(id)) {
    visit.report("overwrite-unique", "id", {
      value: id,
      message: "has an overwrite already.",
      fix: "Remove one.",
    });
  }
  seen.add(id);
  if (guildId === undefined) return;
  if (id === guildId && type !== Role) reportConstant(visit, id, "@everyone", Role);
  if (id === allChannelsOf(guildId) && type !== Channel) reportConstant(visit, id, "all channels", Channel);
}

function reportConstant(visit: Visit, id: string, meaning: string, type: PermissionType): void {
  visit.report("overwrite-constant", "type", {
    value: id,
    message: `does not fit the id, which means ${meaning}.`,
    fix: `Use type ${type}.`,
  });
}

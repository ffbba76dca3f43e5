import { CommandType } from "../../wire/command.ts";
import { limits } from "../../wire/limits.ts";
import { describeChanges, describeFields, type Detail } from "./describe-change.ts";
import { describeType } from "./describe-value.ts";
import type { CommandFields } from "./normalize.ts";
import type { Plan, PlannedEdit } from "./plan-types.ts";
import { quote, showControls } from "./safe-text.ts";

/** One command that a plan touches, in words. */
export interface Entry {
  readonly kind: "created" | "changed" | "deleted";
  /** `/play (slash command)`. */
  readonly title: string;
  readonly details: readonly Detail[];
}

/** A plan in words, before anybody lays it out. */
export interface PlanInWords {
  readonly headline: string;
  readonly entries: readonly Entry[];
  readonly warnings: readonly string[];
  /** Undefined where nothing is sent. */
  readonly cost?: string;
}

/** What a plan does. All of it is harmless text without line breaks. */
export function describePlan(plan: Plan): PlanInWords {
  return {
    headline: `${describeScope(plan)}: ${describeCounts(plan)}`,
    entries: [
      ...plan.creates.map((command): Entry => ({
        kind: "created",
        title: titleOf(command),
        details: describeFields(command),
      })),
      ...plan.edits.map((edit): Entry => ({
        kind: "changed",
        title: editTitle(edit),
        details: describeEdit(edit),
      })),
      ...plan.deletes.map((command): Entry => ({
        kind: "deleted",
        title: titleOf({ ...command }),
        details: [],
      })),
    ],
    warnings: plan.warnings.map(({ message }) => showControls(message)),
    ...(plan.cost.requests > 0 && { cost: describeCost(plan) }),
  };
}

function describeScope({ scope, basis }: Plan): string {
  if (scope === "global") return "Global commands";
  const { guildId } = basis.options;
  return guildId === undefined ? "Commands of a guild" : `Commands of guild ${guildId}`;
}

function describeCounts({ creates, edits, deletes, unchanged, kept }: Plan): string {
  const counts = [
    creates.length > 0 && `${creates.length} to create`,
    edits.length > 0 && `${edits.length} to change`,
    deletes.length > 0 && `${deletes.length} to delete`,
  ].filter((text) => text !== false);
  const rest = [`${unchanged.length} unchanged`, ...(kept.length > 0 ? [`${kept.length} kept`] : [])];
  return [...(counts.length > 0 ? counts : ["nothing to change"]), ...rest].join(", ");
}

function describeEdit({ changes, edit, renamedTo }: PlannedEdit): Detail[] {
  // The title has the new name.
  const told = changes.filter(({ path }) => path !== "name" || renamedTo === undefined);
  return describeChanges(told, edit);
}

function editTitle(edit: PlannedEdit): string {
  const { type, name, renamedTo } = edit;
  return renamedTo === undefined
    ? titleOf({ ...edit })
    : `${nameOf(type, name)} → ${nameOf(type, renamedTo)} (${describeType(type)}, renamed)`;
}

function titleOf({ type, name }: CommandFields): string {
  return `${nameOf(type, name)} (${describeType(type)})`;
}

function nameOf(type: unknown, name: unknown): string {
  const isSlash = type === undefined || type === null || type === CommandType.ChatInput;
  return isSlash ? `/${showControls(String(name))}` : quote(String(name));
}

function describeCost({ cost, writes, basis }: Plan): string {
  const { createsUsed } = basis.options;
  const isBulk = writes.some(({ kind }) => kind === "overwrite");
  const requests = `${numberOf(cost.requests, "request")}${isBulk ? " (a bulk overwrite)" : ""}`;
  const creates = numberOf(cost.creates, "create");
  if (createsUsed === undefined) return `Cost: ${requests}, ${creates} of the day's ${limits.createsPerDay}.`;
  const left = Math.max(0, cost.createsLeft);
  return `Cost: ${requests}, ${creates}; ${left} of the day's ${limits.createsPerDay} are left afterwards.`;
}

function numberOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

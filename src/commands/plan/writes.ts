import { validationError } from "../../core/errors.ts";
import { toKeptItem } from "../rules/definition.ts";
import { isEntryPoint } from "../rules/is-entry-point.ts";
import { carryUnstated } from "./difference.ts";
import type { Matching } from "./match.ts";
import { type CommandFields, typeOf } from "./normalize.ts";
import { type Outline, type PlannedEdit, type PlanOptions, withoutOrigin, type Write } from "./plan-types.ts";

/** How many items a bulk overwrite takes (discord-api-spec, bulk_set_application_commands). */
const mostItems = 130;

/**
 * The fewest requests for a change: one bulk overwrite where several single ones would be needed and it loses nothing.
 */
export function chooseWrites(outline: Outline, matching: Matching, options: PlanOptions): Write[] {
  // A bulk overwrite without the entry point is refused as a whole (50240): that one is deleted by itself.
  const first = outline.deletes.filter(isEntryPoint).map((command): Write => ({ kind: "delete", command }));
  const deletes = outline.deletes.filter((command) => !isEntryPoint(command));
  const singles = deletes.length + outline.edits.length + outline.creates.length;
  if (singles > 1 && canOverwrite(outline, matching) && !reusesName(outline)) {
    return [...first, { kind: "overwrite", commands: overwriteOf(outline, matching, options) }];
  }
  return [
    ...first,
    ...deletes.map((command): Write => ({ kind: "delete", command })),
    ...orderEdits(outline.edits).map((command): Write => ({ kind: "edit", command })),
    ...outline.creates.map((command): Write => ({ kind: "create", command })),
  ];
}

/** A kept command is sent as it was read: not if the reading has something that cannot be sent. */
function canOverwrite({ kept, creates }: Outline, { left, pairs }: Matching): boolean {
  if (pairs.size + kept.length + creates.length > mostItems) return false;
  return kept.every((command) => {
    const handler = left.find(({ id }) => id === command.id)?.handler;
    return isEntryPoint(command) && (handler === undefined || handler === 1 || handler === 2);
  });
}

/** Whether a new command takes the name of a renamed one: a bulk overwrite finds commands by name too. */
function reusesName({ creates, edits }: Outline): boolean {
  return creates.some((command) =>
    edits.some(
      ({ type, name, renamedTo }) =>
        renamedTo !== undefined && name === command["name"] && type === typeOf(command),
    ),
  );
}

function overwriteOf({ kept, creates }: Outline, matching: Matching, options: PlanOptions): CommandFields[] {
  const items: CommandFields[] = [];
  for (const [command, found] of matching.pairs) {
    items.push({ ...carryUnstated(withoutOrigin(command), { ...found }, options), id: found.id });
  }
  const keptIds = new Set(kept.map(({ id }) => id));
  for (const command of matching.left) {
    if (keptIds.has(command.id)) items.push({ ...toKeptItem(command) });
  }
  return [...items, ...creates];
}

/** Edits in an order in which no new name is still taken by another command. */
function orderEdits(edits: readonly PlannedEdit[]): PlannedEdit[] {
  const ordered: PlannedEdit[] = [];
  const waiting = new Set(edits);
  while (waiting.size > 0) {
    const before = waiting.size;
    for (const edit of waiting) {
      const isTaken = [...waiting].some(
        (other) => other !== edit && other.type === edit.type && other.name === edit.renamedTo,
      );
      if (isTaken) continue;
      ordered.push(edit);
      waiting.delete(edit);
    }
    if (waiting.size === before) throw renameCycle([...waiting]);
  }
  return ordered;
}

function renameCycle(edits: readonly PlannedEdit[]) {
  return validationError(
    "rename_cycle",
    `Commands exchange their names (${edits.map(({ name }) => `"${name}"`).join(", ")}). Single edits cannot do that.`,
    "Rename one of them to something else first.",
  );
}

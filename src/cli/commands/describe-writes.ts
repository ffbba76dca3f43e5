import type { Write } from "slashpass/commands";
import { shown } from "../frame/shown.ts";

const marks = { create: "+", edit: "~", delete: "-", overwrite: "=" } as const;

/** A request in a line. */
export function describeWrite(write: Write): string {
  return `${marks[write.kind]} ${subjectOf(write)}`;
}

function subjectOf(write: Write): string {
  switch (write.kind) {
    case "overwrite":
      return `all ${write.commands.length} commands at once`;
    case "create":
      return `create ${shown(String(write.command["name"]))}`;
    case "edit":
    case "delete":
      return `${write.kind} ${shown(write.command.name)}`;
  }
}

/** The same for programs: no bodies, which stand in the plan. */
export function writeAsData(write: Write): Readonly<Record<string, unknown>> {
  if (write.kind === "overwrite") return { kind: write.kind, names: write.commands.map(({ name }) => name) };
  return { kind: write.kind, names: [write.command.name] };
}

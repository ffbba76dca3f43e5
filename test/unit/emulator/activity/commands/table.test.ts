import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { activityCommands } from "../../../../../src/emulator/activity/commands/table.ts";
import type { Access } from "../../../../../src/emulator/activity/connection.ts";
import { activityEventScopes } from "../../../../../src/wire/activity-rpc.ts";
import { sdkCommands, sdkEvents } from "../../../../setup/activity/sdk-schemas.ts";

const page = readFileSync(new URL("../../../../../docs/activities-protocol.md", import.meta.url), "utf8");

/** Returns the rows of the table under a heading, without the last column. */
function rowsUnder(heading: string): string[][] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const [table = ""] = section.split("\n## ");
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((line) => {
    const cells = line.split("|").slice(1, -2);
    return cells.map((cell) => cell.trim().replaceAll("`", ""));
  });
}

const show = (access: Access) => {
  if (access === "any token") return "a token";
  return "oneOf" in access ? access.oneOf.join(" or ") : access.join(", ") || "–";
};

describe("docs/activities-protocol.md", () => {
  it("lists exactly the commands of the SDK and the scopes that they require", async () => {
    const known = (await sdkCommands()).map(([method, command]) => {
      const { access } = activityCommands[command] ?? expect.unreachable(command);
      return [method, command, show(access)];
    });
    expect(known.length).toBeGreaterThan(28);
    expect(rowsUnder("Commands")).toHaveLength(known.length);
    expect(new Set(rowsUnder("Commands"))).toEqual(new Set(known));
    const documented = [...known.map(([, command]) => command), "SUBSCRIBE", "UNSUBSCRIBE"];
    expect(new Set(Object.keys(activityCommands))).toEqual(new Set(documented));
  });

  it("lists every event of the SDK and its required scopes", () => {
    const known = Object.entries(activityEventScopes).map(([name, scopes]) => [name, show(scopes)]);
    expect(rowsUnder("Events")).toEqual(known);
    expect(["READY", ...known.map(([name]) => name)]).toEqual(sdkEvents);
  });
});

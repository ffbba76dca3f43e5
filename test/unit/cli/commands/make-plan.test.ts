import { expect, it } from "vitest";
import {
  withoutRuleFindings,
  commandsPlanAsData,
  printPlan,
} from "../../../../src/cli/commands/make-plan.ts";
import { planCommands } from "../../../../src/commands/index.ts";
import { ping } from "../../../setup/program/game-folder.ts";
import { runningAct } from "../../../setup/program/run-act.ts";

const settings = {
  environment: "development",
  applicationId: "1400000000000000001",
  apiBase: "http://127.0.0.1:8181/api/v10",
  commandsFile: "commands.mjs",
};
const plan = planCommands([ping], [], { scope: "global" });

it.each([20, 80, 5000])("fits a plan to a terminal of %j columns if it stays readable", async (columns) => {
  const { code, stdout } = await runningAct(
    ({ terminal }) => {
      printPlan(plan, settings, { terminal, options: { full: false } });
      return Promise.resolve({ result: {} });
    },
    [],
    { columns, env: { NO_COLOR: "1" } },
  );
  expect(code).toBe(0);
  expect(Math.max(...stdout.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(
    Math.max(40, columns),
  );
});

it("names the program's option instead of the library's argument", () => {
  const message = "Name them in guildIds.";
  const warned = { ...plan, warnings: [{ code: "permissions-unread" as const, message }] };
  const own = { code: "permissions-unread", message: "Name them in --permissions-of." };
  expect(withoutRuleFindings(warned).warnings).toEqual([own]);
  expect(commandsPlanAsData(warned)).toMatchObject({ warnings: [own] });
});

it("contains the changes but no request bodies in the plan's JSON", () => {
  const live = [{ ...ping, id: "1400000000000000011", version: "1", application_id: "1", type: 1 as const }];
  const changed = planCommands(
    [
      { ...ping, description: "New." },
      { name: "High five", type: 2 },
    ],
    live,
    {
      scope: "global",
    },
  );
  expect(commandsPlanAsData(changed)).toMatchObject({
    creates: [{ type: 2, name: "High five" }],
    edits: [{ id: "1400000000000000011", changes: [{ path: "description" }] }],
  });
  const renamed = planCommands([{ ...ping, name: "pong", renamedFrom: "ping" }], live, { scope: "global" });
  expect(commandsPlanAsData(renamed)).toMatchObject({ edits: [{ name: "ping", renamedTo: "pong" }] });
  expect(JSON.stringify(commandsPlanAsData(changed))).not.toContain('"edit"');
});

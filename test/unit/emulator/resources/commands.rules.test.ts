import { describe, expect, it } from "vitest";
import { type RuleId, rules as rulesById } from "../../../../src/commands/index.ts";
import { serviceTerms } from "../../../../src/commands/rules/grades.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { deleteEntryPoint } from "../../../setup/commands/command-operations.ts";
import { ignoredByService, inputOf, type RuleCases, ruleCases } from "../../../setup/commands/rule-cases.ts";
import { askApi } from "../../../setup/emulator/api.ts";

const anyGuild = "1234567890123456789";
const ping = { name: "ping", description: "Answers with pong" };

/** Opens the API of a new application as its bot, or as a player who may edit permissions. */
function openApi({ profile, applicationInstalls }: RuleCases) {
  const application = { integrationTypes: applicationInstalls, activities: true };
  const world = new World({ profile, world: { applications: [application] } });
  deleteEntryPoint(world);
  const scopes = "applications.commands.permissions.update";
  const player = { bot: false, player: world.players.first, scopes };
  return (method: string, path: string, input?: unknown) => {
    const caller = path.endsWith("/permissions") ? player : {};
    return askApi(world, method, `/applications/${world.applications[0].id}${path}`, input ?? null, caller);
  };
}

/** Sends an input to its endpoint, then deletes the created commands. */
async function submit(call: ReturnType<typeof openApi>, rules: RuleCases, input: unknown) {
  if (rules.partial) return await submitEdit(call, input);
  if (rules.kind === "permissions") return await submitPermissions(call, rules.guildId ?? anyGuild, input);
  const path = rules.scope === "guild" ? `/guilds/${anyGuild}/commands` : "/commands";
  const answer = await call(rules.kind === "set" ? "PUT" : "POST", path, input);
  const { body } = await call("GET", path);
  for (const { id } of body as { id: string }[]) await call("DELETE", `${path}/${id}`);
  return answer;
}

async function submitEdit(call: ReturnType<typeof openApi>, edit: unknown) {
  const { body } = await call("POST", "/commands", ping);
  return await call("PATCH", `/commands/${(body as { id: string }).id}`, edit);
}

async function submitPermissions(call: ReturnType<typeof openApi>, guild: string, permissions: unknown) {
  const { body } = await call("POST", `/guilds/${guild}/commands`, ping);
  const { id } = body as { id: string };
  return await call("PUT", `/guilds/${guild}/commands/${id}/permissions`, { permissions });
}

describe("the command rules, tested with the validator's cases", () => {
  it.each(ruleCases.map((rules) => [rules.file, rules] as const))(
    "accept the valid and reject the invalid cases in %s",
    async (_file, rules) => {
      const call = openApi(rules);
      for (const input of rules.valid) {
        const { status, body } = await submit(call, rules, input);
        expect([200, 201], JSON.stringify(body)).toContain(status);
      }
      const refused = { status: 400, code: expect.toBeOneOf([50_035, 30_032]) };
      const expected = isOnlyWarned(rules)
        ? { status: expect.toBeOneOf([200, 201]), code: undefined }
        : refused;
      for (const invalid of rules.invalid) {
        const { status, body } = await submit(call, rules, inputOf(invalid));
        expect({ status, code: (body as { code?: number }).code }).toEqual(expected);
        expect(Object.keys(serviceTerms)).toEqual(expect.arrayContaining([...wordsIn(body)]));
      }
    },
  );

  function wordsIn(body: unknown): readonly string[] {
    const found = JSON.stringify(body).matchAll(/"_errors":\[\{"code":"(\w+)"/g);
    return [...found].map(([, word = ""]) => word);
  }

  function isOnlyWarned({ rule, profile }: RuleCases): boolean {
    const { severity, live } = rulesById[rule as RuleId];
    if (ignoredByService.has(rule)) return rule !== "edit-type" || profile !== "spec";
    return ((profile !== "spec" && live) || severity) === "warning";
  }
});

// 100 commands x 10 options x 10 choices: how long the check takes, and how many of the rules it catches, beside
// @discordjs/builders and the zod schemas of discord-api-spec. Needs `npm run build:ts`.
import { readdirSync, readFileSync } from "node:fs";
// @ts-expect-error -- the package has no declarations for this entry
import { ApplicationCommandCreateRequestSchema } from "discord-api-spec/zod";
import { buildCommand } from "./commands-build.js";

const built = new URL("../../dist/commands/index.js", import.meta.url);
/** @type {typeof import("../../src/commands/index.ts")} */
const { rules, validateCommand, validateCommandSet } = await import(built.href);

const runs = 40;
const scope = "global";

const commands = Array.from({ length: 100 }, (_, command) => ({
  name: `command-${command}`,
  description: `Does the thing with the number ${command}`,
  options: Array.from({ length: 10 }, (__, option) => ({
    type: 3,
    name: `option-${option}`,
    description: `The option with the number ${option}`,
    choices: Array.from({ length: 10 }, (___, choice) => ({
      name: `Choice ${choice}`,
      value: `value-${choice}`,
    })),
  })),
}));

/** @type {Record<string, { check: () => unknown, refuses: (command: any, installs?: (0 | 1)[]) => boolean }>} */
const contenders = {
  slashpass: {
    check: () => validateCommandSet(commands, { scope }),
    refuses: (command, applicationInstalls) =>
      validateCommand(command, { scope, applicationInstalls }).some(({ severity }) => severity === "error"),
  },
  "@discordjs/builders": {
    check: () => commands.map((command) => buildCommand(command)),
    refuses: (command) => throws(() => buildCommand(command)),
  },
  "discord-api-spec (zod)": {
    check: () => commands.map((command) => ApplicationCommandCreateRequestSchema.parse(command)),
    refuses: (command) => !ApplicationCommandCreateRequestSchema.safeParse(command).success,
  },
};

/** @param {() => unknown} act */
function throws(act) {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}

/** @param {() => unknown} act */
function time(act) {
  const start = performance.now();
  act();
  return performance.now() - start;
}

/** @type {Record<string, { first: number, times: number[] }>} */
const measured = {};
for (const [name, { check }] of Object.entries(contenders))
  measured[name] = { first: time(check), times: [] };
for (const { check } of Object.values(contenders)) for (let run = 0; run < runs; run++) check();
// In turn, so that a busy machine is unfair to nobody.
for (let run = 0; run < runs; run++) {
  for (const [name, { check }] of Object.entries(contenders)) measured[name]?.times.push(time(check));
}

const folder = new URL("../golden/commands/cases/", import.meta.url);
/** @type {{ rule: keyof typeof rules, kind?: string, partial?: boolean, profile?: string, scope: string, valid: any[], invalid: { command: any }[], applicationInstalls?: (0 | 1)[] }[]} */
const cases = readdirSync(folder)
  .map((file) => JSON.parse(readFileSync(new URL(file, folder), "utf8")))
  .filter(
    ({ rule, kind, partial, profile, scope: where }) =>
      !kind && !partial && profile !== "spec" && where === scope && severityOf(rule) === "error",
  );

/** @param {keyof typeof rules} rule */
function severityOf(rule) {
  /** @type {import("../../src/commands/index.ts").Rule} */
  const { severity, live } = rules[rule];
  return live ?? severity;
}

const groups = new Set(cases.map(({ rule }) => rule)).size;
const ours = median("slashpass");
for (const [name, { refuses }] of Object.entries(contenders)) {
  const caught = new Set(
    cases
      .filter(({ invalid, applicationInstalls }) =>
        invalid.every(({ command }) => refuses(command, applicationInstalls)),
      )
      .map(({ rule }) => rule),
  );
  const wronged = cases.flatMap(({ valid }) => valid).filter((command) => refuses(command)).length;
  const warm = median(name);
  console.log(
    `${name.padEnd(24)} first ${fixed(measured[name]?.first ?? 0)} ms, median ${fixed(warm)} ms (${fixed(warm / ours)} x); ` +
      `catches ${caught.size} of ${groups} rules, refuses ${wronged} valid commands`,
  );
}

/** @param {string} name */
function median(name) {
  const times = measured[name]?.times.toSorted((a, b) => a - b) ?? [];
  return times[Math.floor(times.length / 2)] ?? 0;
}

/** @param {number} value */
function fixed(value) {
  return value.toFixed(1).padStart(6);
}

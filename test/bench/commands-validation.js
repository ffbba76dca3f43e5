// Compares command validation (time and detected rule violations) with @discordjs/builders and the zod schemas of
// discord-api-spec. Needs `npm run build:ts`.
import { readdirSync, readFileSync } from "node:fs";
// @ts-expect-error -- the package has no declarations for this entry
import { ApplicationCommandCreateRequestSchema } from "discord-api-spec/zod";
import { cpuNanoseconds, inTurn, timed } from "./frame/measure.js";
import { buildCommand } from "./peers/discordjs-builders.js";

const built = new URL("../../dist/commands/index.js", import.meta.url);
/** @type {typeof import("../../src/commands/index.ts")} */
const { rules, validateCommand, validateCommandSet } = await import(built.href);

const scope = "global";

/** @param {number} commands @param {number} options @param {number} choices */
function commandsOf(commands, options, choices) {
  return Array.from({ length: commands }, (_, command) => ({
    name: `command-${command}`,
    description: `Does the thing with the number ${command}`,
    options: Array.from({ length: options }, (__, option) => ({
      type: 3,
      name: `option-${option}`,
      description: `The option with the number ${option}`,
      choices: Array.from({ length: choices }, (___, choice) => ({
        name: `Choice ${choice}`,
        value: `value-${choice}`,
      })),
    })),
  }));
}

const commands = commandsOf(100, 10, 10);

/** @typedef {{ what: string, kind: import("./frame/bench.ts").Kind, check: () => unknown }} Candidate */

/** Reads every field once. @param {unknown} value @returns {number} */
function walk(value) {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  let sum = 0;
  for (const field of Object.values(value)) sum += walk(field);
  return sum;
}

/** @type {Candidate[]} */
const candidates = [
  { what: "reading each field once", kind: "floor", check: () => walk(commands) },
  { what: "slashpass", kind: "ours", check: () => validateCommandSet(commands, { scope }) },
  {
    what: "@discordjs/builders",
    kind: "peer",
    check: () => commands.map((command) => buildCommand(command)),
  },
  {
    what: "discord-api-spec (zod)",
    kind: "peer",
    check: () => commands.map((command) => ApplicationCommandCreateRequestSchema.parse(command)),
  },
];

/** @type {Record<string, (command: any, installs?: (0 | 1)[]) => boolean>} */
const refusals = {
  slashpass: (command, applicationInstalls) =>
    validateCommand(command, { scope, applicationInstalls }).some(({ severity }) => severity === "error"),
  "@discordjs/builders": (command) => throws(() => buildCommand(command)),
  zod: (command) => !ApplicationCommandCreateRequestSchema.safeParse(command).success,
};

/**
 * Validates 100 commands that each have 10 options with 10 choices.
 *
 * @type {import("./frame/bench.ts").Bench}
 */
export const bench = {
  title: "Command validation",
  async run(pace) {
    const rounds = pace.pick({ full: 40, quick: 5 });
    const warmUp = pace.pick({ full: 10, quick: 2 });
    const rows = await inTurn(candidates, { rounds, warmUp }, ({ check }) => timed(check));
    return [
      {
        name: "commands-validation",
        title: "1,000 options, 10,000 choices",
        unit: "ms",
        rows,
        counts: await counts(),
        footnote:
          `slashpass checks every rule for every field and reports each problem's path. ${await caughtByOthers()} The floor ` +
          "touches each field twice and checks nothing.",
      },
      await costPerChoice(pace.pick({ full: 7, quick: 1 })),
    ];
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

/** The limit of 100 commands with 25 options, each with 25 choices, and sets that scale one dimension. */
const sized = /** @type {const} */ ([
  { what: "slashpass, ten times the commands", make: () => commandsOf(1000, 25, 25), size: 10 },
  { what: "slashpass, ten times the options", make: () => commandsOf(100, 250, 25), size: 10 },
  { what: "slashpass, ten times the choices", make: () => commandsOf(100, 25, 250), size: 10 },
  { what: "slashpass, the limit", make: () => commandsOf(100, 25, 25), size: 1 },
]);

/** @param {number} rounds @returns {Promise<import("./frame/bench.ts").Table>} */
async function costPerChoice(rounds) {
  const ours = sized.map((one) => ({ ...one, kind: /** @type {const} */ ("ours"), check: validated }));
  const floor = {
    ...sized[0],
    what: "reading each field once",
    kind: /** @type {const} */ ("floor"),
    check: walk,
  };
  return {
    name: "commands-validation-size",
    title: "Cost per choice, up to ten times the limits",
    unit: "ns per choice",
    rows: await inTurn([floor, ...ours], { rounds }, ({ make, size, check }) => {
      const set = make();
      return cpuNanoseconds(check, [set], 1) / (62_500 * size);
    }),
    footnote:
      "The cost per choice does not depend on the number of choices, options or commands. Values above the limits are " +
      "read before they are rejected.",
  };
}

/** @param {ReturnType<typeof commandsOf>} set */
function validated(set) {
  return validateCommandSet(set, { scope });
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

/** @param {(command: any, installs?: (0 | 1)[]) => boolean} refuses */
function judged(refuses) {
  const caught = new Set(
    cases
      .filter(({ invalid, applicationInstalls }) =>
        invalid.every(({ command }) => refuses(command, applicationInstalls)),
      )
      .map(({ rule }) => rule),
  );
  const wronged = cases.flatMap(({ valid }) => valid).filter((command) => refuses(command)).length;
  return { missed: groups - caught.size, wronged };
}

async function counts() {
  const { missed, wronged } = judged(refusals["slashpass"] ?? (() => false));
  return [
    { what: `missed rules out of ${groups}`, value: missed, atMost: 0 },
    { what: "rejected valid commands", value: wronged, atMost: 0 },
  ];
}

async function caughtByOthers() {
  const others = ["@discordjs/builders", "zod"].map((name) => {
    const { missed } = judged(refusals[name] ?? (() => false));
    return `${name} misses ${missed}`;
  });
  return `Of ${groups} rules ${others.join(", ")}.`;
}

// What a plan of the largest set in thirty languages takes, with its text. Needs `npm run build:ts`.
import { cpuNanoseconds, inTurn } from "./frame/measure.js";

const built = new URL("../../dist/commands/index.js", import.meta.url);
/** @type {typeof import("../../src/commands/index.ts")} */
const { formatPlan, planCommands } = await import(built.href);

const languages =
  "bg cs da de el en-GB en-US es-419 es-ES fi fr hi hr hu id it ja lt nl no pl pt-BR ro ru sv-SE th tr uk vi zh-CN";

/** @param {string} name @param {string} description */
function localized(name, description) {
  /** @param {string} text */
  const translated = (text) =>
    Object.fromEntries(
      languages.split(" ").map((/** @type {string} */ locale) => [locale, `${text}-${locale.toLowerCase()}`]),
    );
  return {
    name,
    description,
    name_localizations: translated(name),
    description_localizations: translated(description),
  };
}

const set = Array.from({ length: 100 }, (_, command) => ({
  ...localized(`command-${command}`, `Does the thing with the number ${command}`),
  options: Array.from({ length: 25 }, (__, option) => ({
    type: /** @type {const} */ (3),
    ...localized(`option-${option}`, `Its option ${option}`),
  })),
}));

/** A plan of commands that are not there yet, and its text. @param {boolean} [full] */
function plan(full) {
  return formatPlan(planCommands(set, [], { scope: "global" }), { full });
}

/** @typedef {{ what: string, kind: import("./frame/bench.ts").Kind, act: () => unknown }} Candidate */

/** @type {Candidate[]} */
const candidates = [
  { what: "the set as JSON, and read again", kind: "floor", act: () => JSON.parse(JSON.stringify(set)) },
  { what: "slashpass, languages by their number", kind: "ours", act: () => plan() },
  { what: "slashpass, each translation", kind: "ours", act: () => plan(true) },
];

/** @type {import("./frame/bench.ts").Bench} */
export const bench = {
  title: "A plan of a large set",
  about:
    "100 commands of 25 options, each with its name and its description in 30 languages, which are checked, compared with a scope " +
    "without commands, and laid out for a terminal of 80 columns; processor time of the process.",
  async run(pace) {
    const rounds = pace.pick({ full: 15, quick: 3 });
    const rows = await inTurn(candidates, { rounds }, ({ act }) => cpuNanoseconds(() => act(), [0], 1) / 1e6);
    return [
      {
        name: "commands-plan",
        title: "156,000 translations",
        unit: "ms",
        rows,
        counts: [{ what: "lines of the plan", value: plan().split("\n").length, atMost: 2_910 }],
        left:
          "Each translation is copied, since nothing that the caller changes later may be sent unchecked, checked, compared with " +
          "the other options' and with the live command's, and counted. None of the peers has plans.",
      },
    ];
  },
};

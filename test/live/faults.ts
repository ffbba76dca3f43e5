import { grades, type RuleId } from "../../src/commands/rules/grades.ts";
import { type Emulated, configOf, startEmulated } from "./emulated.ts";
import { ignoredByService } from "../setup/commands/rule-cases.ts";
import { anyCode, type Fact, type Step, variablesIn } from "./fact.ts";
import { probe, type Result } from "./probe.ts";
import { type Passed, type Recorded, startProxy } from "./proxy.ts";
import { Session } from "./session.ts";
import type { Shape } from "./shape.ts";

/**
 * The faults are generic: for each step, each field, header and status that any fact could check is removed or changed in the
 * response, one at a time. The locations come from the expectations and the kept variables.
 */
interface Place {
  /** The path in the response: `status`, `headers` and a name, or `body` and the names of fields. */
  readonly keys: readonly string[];
  readonly isAbsent: boolean;
}

/** A location in the response to a step. */
interface Target extends Place {
  readonly step: number;
}

type Container = Record<string, unknown>;
type Change = (parent: Container, key: string) => void;

/** The changes applied to every target until one of them makes the fact fail. */
const changes: readonly Change[] = [
  (parent, key) => (parent[key] = changed(parent[key])),
  (parent, key) => {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  },
];

function changed(value: unknown): unknown {
  if (typeof value === "string") return value.length > 0 ? `${value.slice(0, -1)}~` : "~";
  if (typeof value === "number") return value + 100;
  if (Array.isArray(value)) return [...(value as unknown[]), "added"];
  return typeof value === "boolean" ? !value : "changed";
}

/** Returns the locations on which a step's expectations and the later steps' variables depend. */
function placesOf(step: Step, later: readonly Step[]): readonly Place[] {
  if ("act" in step)
    return step.act.name === "visit" ? [{ keys: ["headers", "location"], isAbsent: false }] : [];
  const used = variablesIn(later);
  const kept = Object.entries(step.keep).flatMap(([name, at]) =>
    used.has(name) && !at.startsWith("[") ? [at] : [],
  );
  const { errors = {}, ...expect } = step.expect as { readonly errors?: Readonly<Record<string, unknown>> };
  return [
    ...leavesOf(expect, []).map((place) =>
      place.keys[0] === "code" ? { ...place, keys: ["body", "code"] } : place,
    ),
    ...Object.entries(errors).map(([path, code]) => errorPlace(path, code === anyCode)),
    ...kept.map((at) => ({ keys: ["body", ...at.split(".")], isAbsent: false })),
  ];
}

function leavesOf(shape: Shape, keys: readonly string[]): readonly Place[] {
  const isLeaf = typeof shape !== "object" || shape === null || shape instanceof RegExp;
  if (isLeaf) return [{ keys, isAbsent: shape === undefined }];
  const below = Object.entries(shape).flatMap(([name, one]) => leavesOf(one, [...keys, name]));
  return Array.isArray(shape) || below.length === 0 ? [{ keys, isAbsent: false }, ...below] : below;
}

/** The location of a field's errors in the error tree, or of the first error's code. */
function errorPlace(path: string, isAnyCode: boolean): Place {
  const steps = [...path.matchAll(/[^.[\]"]+/g)].map(([step]) => step);
  return {
    keys: ["body", "errors", ...steps, "_errors", ...(isAnyCode ? [] : ["0", "code"])],
    isAbsent: false,
  };
}

function alter(response: Passed, { keys, isAbsent }: Place, change: Change): Passed {
  const isJson = /^[[{]/.test(response.body);
  const whole: Container = {
    ...response,
    headers: { ...response.headers },
    body: isJson ? JSON.parse(response.body) : response.body,
  };
  let parent: unknown = whole;
  for (const key of keys.slice(0, -1)) parent = (parent as Container | undefined)?.[key];
  const last = keys.at(-1);
  if (last === undefined || typeof parent !== "object" || parent === null) return response;
  if (isAbsent) (parent as Container)[last] = "added";
  else if (last === "location") changeRedirect(parent as Container);
  else change(parent as Container, last);
  const { status, headers, body } = whole as { status?: unknown; headers: Passed["headers"]; body: unknown };
  return { status: Number(status) || 500, headers, body: isJson ? JSON.stringify(body) : String(body) };
}

function changeRedirect(headers: Container): void {
  const { location } = headers;
  if (typeof location === "string" && location.includes("state="))
    headers["location"] = `${location}~&added=1`;
}

/** The results of all faults and mutants. */
export interface FaultReport {
  readonly lines: readonly string[];
  /** The facts that pass despite every fault. */
  readonly survivors: readonly string[];
}

export async function findSurvivors(facts: readonly Fact[]): Promise<FaultReport> {
  const survivors: string[] = [];
  const sums = { runs: 0, places: 0, failing: 0 };
  const unnoticed: string[] = [];
  for (const area of new Set(facts.map(areaOf))) {
    await using laboratory = await Laboratory.open();
    for (const fact of facts.filter((one) => areaOf(one) === area)) {
      const { failing, places, missed } = await laboratory.examine(fact);
      sums.places += places;
      sums.failing += failing;
      unnoticed.push(...missed);
      if (failing === 0) survivors.push(fact.id);
    }
    sums.runs += laboratory.runs;
  }
  const mutants = await runMutants(facts);
  return {
    survivors,
    lines: [
      `Faults: ${sums.runs} runs with changed responses. A change in ${sums.failing} of ${sums.places} places makes a fact fail.`,
      ...unnoticed.map((one) => `  no change is noticed: ${one}`),
      `Mutants of the rule table: ${mutants.killed} of ${mutants.all} make a fact fail.`,
      ...mutants.survivors.map((one) => `  not noticed: ${one}`),
    ],
  };
}

function areaOf({ id }: Fact): string {
  return id.split("/")[0] ?? "";
}

/** Low enough that a full set of commands still fits within the daily limit. */
const mostCreated = 60;

/** An emulator behind a proxy that changes responses. */
class Laboratory {
  readonly #emulated: Emulated;
  readonly #session: Session;
  readonly #proxy: AsyncDisposable;
  #alter: ((response: Recorded) => Passed) | undefined;
  #created = 0;
  runs = 0;

  static async open(): Promise<Laboratory> {
    const emulated = await startEmulated();
    let laboratory: Laboratory | undefined;
    const proxy = await startProxy({
      target: emulated.webBase,
      alter: (response) => laboratory?.pass(response) ?? response,
    });
    laboratory = new Laboratory(emulated, proxy);
    return laboratory;
  }

  private constructor(emulated: Emulated, proxy: { readonly base: string } & AsyncDisposable) {
    this.#emulated = emulated;
    this.#proxy = proxy;
    this.#session = new Session(configOf(emulated, proxy.base));
  }

  pass(response: Recorded): Passed {
    const { method, path, status, body } = response;
    if (/^(?:POST|PUT) .*\/commands$/.test(`${method} ${path}`) && status < 300)
      this.#created += [JSON.parse(body)].flat().length;
    return this.#alter?.(response) ?? response;
  }

  async examine(fact: Fact) {
    const clean = await this.probe(fact);
    if (clean.verdict !== "verified") throw new Error(`${fact.id} is ${clean.verdict} without a fault.`);
    const targets = fact.steps.map((step, index) =>
      placesOf(step, fact.steps.slice(index + 1)).map((place) => ({ ...place, step: index })),
    );
    // Steps that set no variables do not affect each other's results, so each of them gets a fault in the same run.
    const isAlone = ({ step }: Target) => {
      const { keep, ...others } = fact.steps[step] as Step;
      return "act" in others || Object.keys(keep).length > 0;
    };
    const all = targets.flat();
    const depth = Math.max(...targets.map(({ length }) => length));
    const together = Array.from({ length: depth }, (_, at) =>
      targets.flatMap((places) => places[at] ?? []).filter((target) => !isAlone(target)),
    );
    const groups = [...together, ...all.filter(isAlone).map((target) => [target])].filter(
      ({ length }) => length > 0,
    );
    const missed: Target[] = [];
    for (const group of groups) missed.push(...(await this.#missed(fact, group)));
    return {
      places: all.length,
      failing: all.length - missed.length,
      missed: missed.map(({ step, keys }) => `${fact.id}, step ${step + 1}, ${keys.join(".")}`),
    };
  }

  /** Returns the targets in which no change makes the fact fail. */
  async #missed(fact: Fact, group: readonly Target[]): Promise<readonly Target[]> {
    let missed = group;
    for (const change of changes) {
      if (missed.length === 0) break;
      const { differing } = await this.probe(fact, missed, change);
      const isNoticed = ({ step }: Target) => (group.length > 1 ? differing.has(step) : differing.size > 0);
      missed = missed.filter((target) => !isNoticed(target));
    }
    return missed;
  }

  async probe(
    fact: Fact,
    targets: readonly Target[] = [],
    change: Change = () => undefined,
  ): Promise<Result> {
    this.runs++;
    this.#emulated.deleteCommands();
    if (this.#created > mostCreated) {
      this.#emulated.skipDay();
      this.#session.forgetTokens();
      this.#created = 0;
    }
    const result = await probe(fact, this.#session, {
      continues: true,
      onStep: (index, step) => {
        const target = targets.find((one) => one.step === index);
        this.#alter =
          target &&
          ((response) => (isResponseTo(step, response) ? alter(response, target, change) : response));
      },
    });
    this.#alter = undefined;
    return result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session.close();
    await this.#proxy[Symbol.asyncDispose]();
    await this.#emulated[Symbol.asyncDispose]();
  }
}

function isResponseTo(step: Step, { method, path }: Recorded): boolean {
  if ("act" in step) return true;
  const template = step.send.path.split("?")[0]?.replace("{webBase}", "") ?? "";
  return (
    step.send.method === method &&
    new RegExp(`${template.replaceAll(/\{\w+\}/g, "[^/?]+")}(?:\\?|$)`).test(path)
  );
}

type MutableGrade = { -readonly [Key in "severity" | "live" | "service"]?: string };

/** Mutations for each row of the emulator's rule table: one changes the severity, the other the code in error trees. */
const mutations: Readonly<Record<string, (grade: MutableGrade) => boolean>> = {
  severity(grade) {
    const isError = (grade.live ?? grade.severity) === "error";
    Object.assign(grade, { severity: isError ? "warning" : "error", live: isError ? "warning" : "error" });
    return true;
  },
  code(grade) {
    if (grade.service === undefined || (grade.live ?? grade.severity) !== "error") return false;
    grade.service = "CHANGED";
    return true;
  },
};

async function runMutants(facts: readonly Fact[]) {
  await using laboratory = await Laboratory.open();
  const survivors: string[] = [];
  let all = 0;
  for (const rule of Object.keys(grades) as RuleId[]) {
    const ofRule = facts.filter(({ id }) => id.startsWith(`rules/${rule}/`));
    if (ignoredByService.has(rule) || ofRule.length === 0) continue;
    for (const [name, mutate] of Object.entries(mutations)) {
      const grade = grades[rule] as MutableGrade;
      const original = { ...grade };
      const isMutant = mutate(grade);
      if (!isMutant) continue;
      all++;
      let isNoticed = false;
      for (const fact of ofRule) isNoticed ||= (await laboratory.probe(fact)).verdict === "different";
      for (const key of Object.keys(grade)) delete grade[key as keyof MutableGrade];
      Object.assign(grade, original);
      if (!isNoticed) survivors.push(`the ${name} of ${rule}`);
    }
  }
  return { all, killed: all - survivors.length, survivors };
}

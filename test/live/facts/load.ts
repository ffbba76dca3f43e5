import { readFileSync } from "node:fs";
import {
  act,
  type ActionName,
  application,
  bot,
  childBot,
  type Expected,
  type Fact,
  fact,
  player,
  send,
  type Step,
} from "../fact.ts";
import { mapStrings, type Shape } from "../shape.ts";

type Texts = Readonly<Record<string, string>>;

/** A request, or an action of the runner or the player. */
interface WrittenStep {
  readonly send?: string;
  readonly act?: ActionName;
  readonly with?: Texts;
  /** A name in `senders`, or the `Authorization` header. Default: the bot. */
  readonly as?: string;
  readonly headers?: Texts;
  readonly json?: unknown;
  /** `use` lists names of shared forms. */
  readonly form?: Texts & { readonly use?: string };
  /** A string such as `/x/` is a pattern, and `(absent)` requires that a field is absent. An empty error code matches any code. */
  readonly expect?: Expected;
  readonly keep?: Texts;
}

interface WrittenFact {
  readonly id: string;
  readonly statement: string;
  readonly source: string;
  /** Steps, or names of shared steps. */
  readonly steps: readonly (WrittenStep | string)[];
}

interface Shared {
  readonly forms: Readonly<Record<string, Texts>>;
  readonly steps: Readonly<Record<string, readonly WrittenStep[]>>;
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8")) as unknown;
const shared = read("shared") as Shared;
const senders: Readonly<Record<string, string | undefined>> = {
  player,
  application,
  none: undefined,
  child: childBot,
};

/** Reads the facts from a data file in this directory. */
export function loadFacts(name: string): readonly Fact[] {
  return (read(name) as readonly WrittenFact[]).map(({ id, statement, source, steps }) =>
    fact(id, statement, source, ...steps.flatMap(stepsOf)),
  );
}

function stepsOf(written: WrittenStep | string): readonly Step[] {
  if (typeof written !== "string") return [stepOf(written)];
  const steps = shared.steps[written];
  if (!steps) throw new Error(`There are no shared steps ${written}.`);
  return steps.map(stepOf);
}

function stepOf({
  send: request,
  act: name,
  with: parameters,
  as,
  form,
  expect = {},
  ...others
}: WrittenStep): Step {
  const { errors, ...shape } = expect;
  const expected = decode(shape) as Expected;
  if (name) return act(name, parameters, expected, others.keep);
  if (request === undefined) throw new Error("A step has neither a request nor an action.");
  const codes = errors && Object.entries(errors).map(([path, code]) => [path, code || undefined]);
  return send(
    request,
    codes
      ? { ...expected, errors: Object.fromEntries(codes) as Record<string, string | undefined> }
      : expected,
    {
      as: as === undefined ? bot : as in senders ? senders[as] : as,
      ...others,
      ...(form && { form: formOf(form) }),
    },
  );
}

function formOf({ use = "", ...own }: NonNullable<WrittenStep["form"]>): Texts {
  const parts = use.split(" ").map((name) => shared.forms[name]);
  return Object.assign({}, ...parts, own) as Texts;
}

function decode(shape: Shape): Shape {
  return mapStrings(shape, (text) => {
    if (text === "(absent)") return undefined;
    const [, source, flags] = /^\/(.+)\/(s?)$/s.exec(text) ?? [];
    return source === undefined ? text : new RegExp(source, flags);
  });
}

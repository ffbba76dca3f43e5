import { ErrorType, isClientError } from "../../src/core/errors.ts";
import type { Fact, Step } from "./fact.ts";
import { Missing } from "./config.ts";
import type { Exchange, Session } from "./session.ts";
import { matches, printable, select } from "./shape.ts";

export type Verdict = "verified" | "different" | "unverified";

/** Contains secrets until it is masked. */
export interface Result {
  readonly fact: Fact;
  readonly verdict: Verdict;
  /** The last step's expectation, if the fact is verified. */
  readonly expected?: unknown;
  /** The indexes of the steps that were not as expected. */
  readonly differing: ReadonlySet<number>;
  /** The first step that was not as expected. */
  readonly difference?: { readonly step: number; readonly expected: unknown; readonly observed: unknown };
  /** Why the fact is unverified. */
  readonly reason?: string;
  readonly exchanges: readonly Exchange[];
}

export interface ProbeOptions {
  readonly signal?: AbortSignal;
  /** Whether to run the remaining steps after a difference. */
  readonly continues?: boolean;
  /** Called before each step. */
  readonly onStep?: (index: number, step: Step) => void;
}

/** Runs a fact's steps until one is not as expected. @throws ClientError `aborted`. */
export async function probe(fact: Fact, session: Session, options: ProbeOptions = {}): Promise<Result> {
  session.begin();
  const result = await runSteps(fact, session, options);
  const exchanges = result.verdict === "different" ? [...session.exchanges] : [];
  return { fact, ...result, exchanges };
}

/** Masks the secrets that the session has seen. */
export function masked(result: Result, session: Session): Result {
  const { difference, exchanges } = result;
  if (!difference) return result;
  const observed = session.mask(difference.observed);
  return {
    ...result,
    difference: { ...difference, observed },
    exchanges: session.mask(exchanges) as readonly Exchange[],
  };
}

async function runSteps(
  fact: Fact,
  session: Session,
  { signal, onStep, continues = false }: ProbeOptions,
): Promise<Omit<Result, "fact" | "exchanges">> {
  const differing = new Set<number>();
  let difference: Result["difference"];
  for (const [index, step] of fact.steps.entries()) {
    onStep?.(index, step);
    let observed: unknown;
    try {
      const found = await session.run(step);
      observed = found.observed;
      session.keep(step, found.value);
    } catch (error) {
      signal?.throwIfAborted();
      if (isClientError(error) && error.type === ErrorType.NetworkError)
        return { verdict: "unverified", reason: error.message, differing };
      if (!(error instanceof Missing))
        observed = { failed: error instanceof Error ? error.message : "unknown" };
      else if (observed === undefined || matches(step.expect, observed))
        return { verdict: "unverified", reason: error.message, differing };
    }
    if (matches(step.expect, observed)) continue;
    differing.add(index);
    difference ??= {
      step: index + 1,
      expected: printable(step.expect),
      observed: printable(select(step.expect, observed)),
    };
    if (!continues) break;
  }
  if (difference) return { verdict: "different", difference, differing };
  return { verdict: "verified", expected: printable(fact.steps.at(-1)?.expect), differing };
}

/** How long a benchmark may take. `full` is for the page; with `quick`, all benchmarks together take two minutes. */
export interface Pace {
  readonly name: "full" | "quick";
  pick<Value>(choices: { full: Value; quick: Value }): Value;
}

/** The floor is the lowest possible cost on this machine, measured in the same run. */
export type Kind = "floor" | "ours" | "peer";

export interface Row {
  readonly what: string;
  readonly kind: Kind;
  /** One value per round. The rows alternate within a round, so a busy machine affects all of them. */
  readonly values: readonly number[];
}

/** A count, such as bytes, requests or loaded modules. A value above `atMost` fails the run. */
export interface Count {
  readonly what: string;
  readonly value: number;
  readonly atMost: number;
  /** Whether the count grows on a busy machine (memory, retries) and therefore never fails the run. */
  readonly ifQuiet?: boolean;
}

/** A candidate without figures, because the machine lacks a program or the peer lacks the feature. */
export interface Missing {
  readonly what: string;
  /** A clause that follows "not run, because". */
  readonly why: string;
}

/** Compares candidates that do the same work. */
export interface Table {
  /** Unique, in kebab case. */
  readonly name: string;
  readonly title: string;
  /** The values' unit: `ns`, `ms`, `GB/s`. */
  readonly unit: string;
  /** Whether higher values are better, as with GB/s. */
  readonly moreIsBetter?: boolean;
  /** For a cost at several sizes, the first of our rows is for the largest size, like the floor. */
  readonly rows: readonly Row[];
  readonly missing?: readonly Missing[];
  readonly counts?: readonly Count[];
  /** Explains the gap to the floor, in Markdown. Figures that are not in the table come from a profile. */
  readonly footnote: string;
}

/** The `bench` export of a module in test/bench that is listed in test/bench/frame/subjects.js. */
export interface Bench {
  readonly title: string;
  run(pace: Pace): Promise<readonly Table[]>;
}

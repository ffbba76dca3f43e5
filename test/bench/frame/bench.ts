/** How long a bench may take: `full` for the page, `quick` for all of them in two minutes. */
export interface Pace {
  readonly name: "full" | "quick";
  pick<Value>(choices: { full: Value; quick: Value }): Value;
}

/** The floor is the least that it could be on this machine, measured in the same run. */
export type Kind = "floor" | "ours" | "peer";

export interface Row {
  readonly what: string;
  readonly kind: Kind;
  /** One of each round; the rows take turns in a round, so that a busy machine is unfair to none of them. */
  readonly values: readonly number[];
}

/** What can be counted: bytes, requests, loaded modules. More than `atMost` fails the run. */
export interface Count {
  readonly what: string;
  readonly value: number;
  readonly atMost: number;
  /** A busy machine makes more of it: memory, repetitions. It is shown, and fails nothing. */
  readonly ifQuiet?: boolean;
}

/** What has no figures: the machine lacks a part of it, or the peer cannot do it. */
export interface Missing {
  readonly what: string;
  /** A clause, as it goes on after "not run here". */
  readonly why: string;
}

/** One thing, done by all: a table with ratios. */
export interface Table {
  /** In kebab-case, and no other table's. */
  readonly name: string;
  readonly title: string;
  /** Of the values: `ns`, `ms`, `GB/s`. */
  readonly unit: string;
  /** Whether more is better, as of GB/s; of times less is. */
  readonly moreIsBetter?: boolean;
  readonly rows: readonly Row[];
  readonly missing?: readonly Missing[];
  readonly counts?: readonly Count[];
  /** What is left between ours and the floor, and why: Markdown. Figures that are not in the table are a profile's. */
  readonly left: string;
}

export interface Line {
  readonly what: string;
  readonly kind: Kind;
  /** Size and value, the smallest size first. */
  readonly points: readonly (readonly [size: number, value: number])[];
}

/** The cost against the size. */
export interface Growth {
  readonly name: string;
  readonly title: string;
  /** What the size counts: `secrets`. */
  readonly size: string;
  readonly unit: string;
  readonly lines: readonly Line[];
  readonly missing?: readonly Missing[];
  readonly counts?: readonly Count[];
  readonly left: string;
}

/** What a module of test/bench exports as `bench`; its file's name is listed in test/bench/frame/subjects.js. */
export interface Bench {
  readonly title: string;
  /** A sentence or two: what is done, and how. */
  readonly about: string;
  run(pace: Pace): Promise<readonly (Table | Growth)[]>;
}

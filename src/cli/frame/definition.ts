/** One option or argument, as its help shows it: `--guild <id>`, `--yes`, `[file]`, `<id...>`. */
export interface Parameter {
  readonly flags: string;
  /** A few words, for the help. */
  readonly summary: string;
  readonly choices?: readonly string[];
}

export type Parameters = Readonly<Record<string, Parameter>>;

/** What a parameter's flags make of its value: a list, a text that may be absent, or whether it was given. */
type ValueOf<Flags extends string> = Flags extends `${string}...${string}`
  ? readonly string[]
  : Flags extends `<${string}>`
    ? string
    : Flags extends `${string}<${string}>` | `[${string}]`
      ? string | undefined
      : boolean;

export type ValuesOf<P extends Parameters> = { readonly [Name in keyof P]: ValueOf<P[Name]["flags"]> };

interface Example {
  /** What is typed, without the program's name. */
  readonly line: string;
  readonly meaning: string;
}

/** What the help of a command says and the completion offers; what it does is loaded when it is asked for. */
export interface Definition<O extends Parameters = Parameters, A extends Parameters = Parameters> {
  /** The words after the program's name, for example `commands plan`. */
  readonly name: string;
  /** One line, for the lists of commands. */
  readonly summary: string;
  /** More, for its own help: what it reads, writes and asks. */
  readonly details?: string;
  readonly arguments: A;
  readonly options: O;
  readonly examples: readonly Example[];
}

/** Keeps the exact flags of a definition, from which its values get their types. */
export function define<const O extends Parameters, const A extends Parameters>(
  definition: Definition<O, A>,
): Definition<O, A> {
  return definition;
}

/** The help text of each option or argument, by its flags: `--guild <id>`, `-y, --yes`, `[file]`, `<id...>`. */
export type Parameters = Readonly<Record<string, string | Choice>>;

/** Of a parameter that takes few words. */
interface Choice {
  readonly summary: string;
  readonly choices: readonly string[];
}

/** One option or argument, as its help shows it. */
export type Parameter = Partial<Choice> & { readonly flags: string; readonly summary: string };

export function parametersOf(parameters: Parameters): readonly Parameter[] {
  return Object.entries(parameters).map(([flags, help]) => ({
    flags,
    ...(typeof help === "string" ? { summary: help } : help),
  }));
}

/** The value of a parameter by its flags: a list, an optional text, or whether it was given. */
type ValueOf<Flags extends string> = Flags extends `${string}...${string}`
  ? readonly string[]
  : Flags extends `<${string}>`
    ? string
    : Flags extends `${string}<${string}>` | `[${string}]`
      ? string | undefined
      : boolean;

/** The name of a parameter, for example `permissionsOf` for `--permissions-of <guild...>`. */
type NameOf<Flags extends string> = Flags extends `${string}--no-${infer Name}`
  ? CamelCase<Name>
  : Flags extends `${string}--${infer Name} ${string}`
    ? CamelCase<Name>
    : Flags extends `${string}--${infer Name}` | `<${infer Name}...>` | `[${infer Name}...]`
      ? CamelCase<Name>
      : Flags extends `<${infer Name}>` | `[${infer Name}]`
        ? CamelCase<Name>
        : never;

type CamelCase<Words extends string> = Words extends `${infer Word}-${infer More}`
  ? `${Word}${Capitalize<CamelCase<More>>}`
  : Words;

/** The values of parameters, by their names. */
export type ValuesOf<P extends Parameters> = {
  readonly [Flags in keyof P & string as NameOf<Flags>]: ValueOf<Flags>;
};

/** A command for the help and the completion. Its `run` is loaded by the first use. */
export interface Definition<O extends Parameters = Parameters, A extends Parameters = Parameters> {
  /** The words after the program's name, for example `commands plan`. */
  readonly name: string;
  /** One line, for the lists of commands. */
  readonly summary: string;
  /** The long help text: inputs, outputs and questions. */
  readonly details?: string;
  readonly arguments: A;
  readonly options: O;
  /** The meaning of example lines; the program's name is left out. */
  readonly examples: Readonly<Record<string, string>>;
}

type Init<O extends Parameters, A extends Parameters> = Omit<Definition<O, A>, "arguments"> & {
  /** Default: none. */
  readonly arguments?: A;
};

/** Keeps the exact flags of a definition, from which its values get their names and types. */
export function define<const O extends Parameters, const A extends Parameters = {}>(
  definition: Init<O, A>,
): Definition<O, A> {
  return { arguments: {} as A, ...definition };
}

/** Help text, keyed by flags such as `--guild <id>`, `-y, --yes`, `[file]` or `<id...>`. */
export type Parameters = Readonly<Record<string, string | Choice>>;

interface Choice {
  readonly summary: string;
  readonly choices: readonly string[];
}

export type Parameter = Partial<Choice> & { readonly flags: string; readonly summary: string };

export function parametersOf(parameters: Parameters): readonly Parameter[] {
  return Object.entries(parameters).map(([flags, help]) => ({
    flags,
    ...(typeof help === "string" ? { summary: help } : help),
  }));
}

type ValueOf<Flags extends string> = Flags extends `${string}...${string}`
  ? readonly string[]
  : Flags extends `<${string}>`
    ? string
    : Flags extends `${string}<${string}>` | `[${string}]`
      ? string | undefined
      : boolean;

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

export type ValuesOf<P extends Parameters> = {
  readonly [Flags in keyof P & string as NameOf<Flags>]: ValueOf<Flags>;
};

export interface Definition<O extends Parameters = Parameters, A extends Parameters = Parameters> {
  readonly name: string;
  readonly summary: string;
  readonly details?: string;
  readonly arguments: A;
  readonly options: O;
  readonly examples: Readonly<Record<string, string>>;
}

type Init<O extends Parameters, A extends Parameters> = Omit<Definition<O, A>, "arguments"> & {
  readonly arguments?: A;
};

/** Preserves the literal types of the flags, from which the value types are derived. */
export function define<const O extends Parameters, const A extends Parameters = {}>(
  definition: Init<O, A>,
): Definition<O, A> {
  return { arguments: {} as A, ...definition };
}

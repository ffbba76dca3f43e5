import type * as z from "zod/mini";

/** The parts of a schema that the generator needs. */
export type Part =
  | { readonly kind: "object"; readonly fields: Readonly<Record<string, z.ZodMiniType>> }
  | { readonly kind: "list"; readonly item: z.ZodMiniType; readonly least: number; readonly most: number }
  | { readonly kind: "dictionary"; readonly item: z.ZodMiniType }
  | { readonly kind: "text"; readonly format: TextFormat; readonly least: number; readonly most: number }
  | { readonly kind: "number"; readonly isWhole: boolean; readonly least: number; readonly most: number }
  | { readonly kind: "one"; readonly values: readonly unknown[] }
  | { readonly kind: "choice"; readonly of: readonly z.ZodMiniType[] }
  | { readonly kind: "optional" | "nullable"; readonly of: z.ZodMiniType };

export type TextFormat = "any" | "url" | "date" | "id";

/** A zod schema's definition, limited to the features that the description uses. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly values?: readonly unknown[];
  readonly innerType?: z.ZodMiniType;
  readonly getter?: () => z.ZodMiniType;
  readonly format?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
}

interface Check {
  readonly check: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly value?: number;
  readonly format?: string;
  readonly pattern?: RegExp;
}

const known = new WeakMap<z.ZodMiniType, Part>();

/** Parses a schema. Results are cached. */
export function partOf(schema: z.ZodMiniType): Part {
  const part = known.get(schema) ?? readPart(schema._zod.def);
  known.set(schema, part);
  return part;
}

function readPart(definition: Definition): Part {
  const { type, shape = {}, element, valueType, options = [], values = [], innerType, getter } = definition;
  const checks = (definition.checks ?? []).map(({ _zod }) => _zod.def);
  if (type === "lazy" && getter) return partOf(getter());
  if (type === "object") return { kind: "object", fields: shape };
  if (type === "array" && element) return { kind: "list", item: element, ...lengthsOf(checks) };
  if (type === "record" && valueType) return { kind: "dictionary", item: valueType };
  if (type === "string") return { kind: "text", format: formatOf(checks), ...lengthsOf(checks) };
  if (type === "number") return { kind: "number", ...rangeOf(checks, definition.format) };
  if (type === "literal") return { kind: "one", values };
  if (type === "boolean") return { kind: "one", values: [true, false] };
  if (type === "null") return { kind: "one", values: [null] };
  if (type === "undefined") return { kind: "one", values: [undefined] };
  if (type === "unknown") return { kind: "one", values: ["anything", 7, null, {}] };
  if (type === "union") return { kind: "choice", of: options };
  if ((type === "optional" || type === "nullable") && innerType) return { kind: type, of: innerType };
  throw new Error(`Values of the type ${type} cannot be generated yet.`);
}

function lengthsOf(checks: readonly Check[]): { least: number; most: number } {
  return {
    least: checks.find(({ check }) => check === "min_length")?.minimum ?? 0,
    most: checks.find(({ check }) => check === "max_length")?.maximum ?? Infinity,
  };
}

function rangeOf(checks: readonly Check[], format: string | undefined) {
  const isWhole = format === "int32";
  return {
    isWhole,
    least: checks.find(({ check }) => check === "greater_than")?.value ?? (isWhole ? -(2 ** 31) : -Infinity),
    most: checks.find(({ check }) => check === "less_than")?.value ?? (isWhole ? 2 ** 31 - 1 : Infinity),
  };
}

const formats: Readonly<Record<string, TextFormat>> = {
  url: "url",
  datetime: "date",
  "^(0|[1-9][0-9]*)$": "id",
};

function formatOf(checks: readonly Check[]): TextFormat {
  const found = checks.find(({ check }) => check === "string_format");
  if (!found) return "any";
  const name = (found.format === "regex" ? found.pattern?.source : found.format) ?? "";
  const format = formats[name];
  if (!format) throw new Error(`Strings with the format ${name} cannot be generated yet.`);
  return format;
}

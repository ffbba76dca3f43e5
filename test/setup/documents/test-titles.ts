import { isNode, type Node, parsed, visitNodes } from "../parsed.ts";

/** A test or `describe` call in a source file. */
export interface TitledTest {
  /** The enclosing `describe` titles, outermost first, then its own. */
  readonly titles: readonly Title[];
  /** Whether the test or an enclosing `describe` is skipped. */
  readonly isSkipped: boolean;
  /** The arguments of `needs()`; `undefined` for arguments that are not literals. */
  readonly needs: readonly (string | undefined)[];
  readonly code: string;
}

/** A title, split at its placeholders. */
export interface Title {
  /** The source text, including `%s` and `${…}`. */
  readonly written: string;
  readonly parts: readonly string[];
  /**
   * The values that may fill a placeholder: the literals in the inline table, or `undefined` if the table is elsewhere in the
   * file.
   */
  readonly literals?: ReadonlySet<string> | undefined;
}

type Around = Omit<TitledTest, "code">;

/** A file's tests, and the literals that may fill placeholders. */
export interface TestFile {
  readonly tests: readonly TitledTest[];
  readonly literals: () => ReadonlySet<string>;
}

/** Reads the tests in a source file without running it. */
export function readTests(source: string): TestFile {
  const tests: TitledTest[] = [];
  const program = parsed(source, "ts");
  const visit = (value: unknown, around: Around): void => {
    if (Array.isArray(value)) return value.forEach((one) => visit(one, around));
    if (!isNode(value)) return;
    const test = value.type === "CallExpression" ? readTest(value, around, source) : undefined;
    if (test) tests.push({ ...test, code: source.slice(value.start, value.end) });
    for (const child of Object.values(value)) visit(child, test ?? around);
  };
  visit(program, { titles: [], isSkipped: false, needs: [] });
  let literals: ReadonlySet<string> | undefined;
  return { tests, literals: () => (literals ??= literalsIn(program)) };
}

/**
 * Returns the tests that match `wanted`: a title as written, or with its placeholders filled from literals in the file. `describe
 * › title` distinguishes tests with equal titles.
 */
export function findTests({ tests, literals }: TestFile, wanted: string): TitledTest[] {
  const names = wanted.split(" › ");
  return tests.filter(({ titles }) => {
    const ends = titles.slice(-names.length);
    return (
      ends.length === names.length && ends.every((title, index) => isTitle(title, names[index], literals))
    );
  });
}

function isTitle(title: Title, wanted = "", literalsOfFile: () => ReadonlySet<string>): boolean {
  const { written, parts, literals } = title;
  if (written === wanted) return true;
  // If a title is just a placeholder for a table elsewhere, any literal in the file would match.
  const isOpen = literals === undefined && parts.every((part) => part === "");
  if (isOpen || parts.length === 1) return false;
  const pattern = parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join("(.+?)");
  const filled = new RegExp(`^${pattern}$`, "s").exec(wanted)?.slice(1);
  return filled !== undefined && filled.every((word) => (literals ?? literalsOfFile()).has(word));
}

/** Returns every string and number literal in a part of a file, and `undefined`. */
function literalsIn(part: unknown): ReadonlySet<string> {
  const literals = new Set<string>();
  visitNodes(part, ({ type, value, name }) => {
    if (type === "Literal") literals.add(String(value));
    if (type === "Identifier" && name === "undefined") literals.add("undefined");
    return true;
  });
  return literals;
}

/** Parses a call to `it(…)`, `test.each(…)(…)` or `describe(…)`. */
function readTest(call: Node, around: Around, source: string): Around | undefined {
  const chain = calleeOf(call);
  const [title, ...rest] = call["arguments"] as Node[];
  if (!chain || !["it", "test", "describe"].includes(chain[0] ?? "") || !title) return undefined;
  const isBody = ({ type }: Node) => type === "ArrowFunctionExpression" || type === "FunctionExpression";
  // The inner call `it.each(table)` has no title.
  if (!rest.some(isBody)) return undefined;
  const isTable = chain.includes("each") || chain.includes("for");
  const switchedOff = /\b(?:skip|todo|skipIf|runIf|fails)\b/;
  const settings = rest.filter((node) => !isBody(node));
  const options = settings.map(({ start, end }) => source.slice(start, end));
  return {
    titles: [
      ...around.titles,
      { ...readTitle(title, isTable, source), literals: isTable ? tableOf(call) : undefined },
    ],
    isSkipped:
      around.isSkipped ||
      chain.slice(1).some((name) => switchedOff.test(name)) ||
      options.some((text) => switchedOff.test(text)),
    needs: [...around.needs, ...settings.flatMap(needsIn)],
  };
}

/** Returns `["it", "each"]` for `it.each(…)("…")`, or `undefined` if the callee is not a plain name. */
function calleeOf({ callee, tag }: Node): string[] | undefined {
  const node = (callee ?? tag) as Node;
  if (node.type === "Identifier") return [node["name"] as string];
  if (node.type === "CallExpression" || node.type === "TaggedTemplateExpression") return calleeOf(node);
  if (node.type !== "MemberExpression") return undefined;
  const object = calleeOf({ ...node, callee: node["object"] });
  return object && [...object, (node["property"] as Node)["name"] as string];
}

/** Returns an inline table's literals, or `undefined` if it refers to variables. */
function tableOf({ callee }: Node): ReadonlySet<string> | undefined {
  const [table] = ((callee as Node)["arguments"] ?? []) as Node[];
  const elements = ((table?.type === "TSAsExpression" ? (table["expression"] as Node) : table)?.[
    "elements"
  ] ?? []) as Node[];
  return elements.length > 0 && elements.every(({ type }) => type !== "SpreadElement")
    ? literalsIn(elements)
    : undefined;
}

function readTitle(node: Node, isTable: boolean, source: string): Title {
  const quasis = (node["quasis"] ?? []) as { readonly value: { readonly cooked: string } }[];
  const texts = node.type === "Literal" ? [String(node["value"])] : quasis.map(({ value }) => value.cooked);
  const written = node.type === "Literal" ? texts.join("") : source.slice(node.start + 1, node.end - 1);
  // A title that is an expression matches only its own source.
  if (texts.length === 0) return { written, parts: [written] };
  return {
    written,
    parts: isTable ? texts.flatMap((text) => text.split(/%(?:\.\d+)?[sdifjoO#]|\$\w+(?:\.\w+)*/)) : texts,
  };
}

/** Returns the arguments of `needs("…")`, with `undefined` for any that are not literals. */
function needsIn(node: unknown): (string | undefined)[] {
  if (Array.isArray(node)) return node.flatMap(needsIn);
  if (!isNode(node)) return [];
  const isNeeds = node.type === "CallExpression" && calleeOf(node)?.[0] === "needs";
  if (!isNeeds) return Object.values(node).flatMap(needsIn);
  return (node["arguments"] as Node[]).map(({ type, value }) =>
    type === "Literal" ? String(value) : undefined,
  );
}

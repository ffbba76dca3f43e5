import { isNode, type Node, parsed, visitNodes } from "../parsed.ts";

/** A test or `describe` as its file has it. */
export interface TitledTest {
  /** Its own title and those of the `describe`s around it, outermost first. */
  readonly titles: readonly Title[];
  /** Whether it, or a `describe` around it, is switched off. */
  readonly isSkipped: boolean;
  /** The parts of the system that it is left out without, as they are named in `needs()`; `undefined` where that cannot be read. */
  readonly needs: readonly (string | undefined)[];
  /** The source of the call. */
  readonly code: string;
}

/** A title: what always stands in it, with what is filled in between. */
export interface Title {
  /** As it is written, `%s` and `${…}` included. */
  readonly written: string;
  readonly parts: readonly string[];
  /** What may be filled in: the words of its own table, or `undefined` where the table stands elsewhere in the file. */
  readonly words?: ReadonlySet<string> | undefined;
}

type Around = Omit<TitledTest, "code">;

/** A file's tests, and the words in it that may be filled in into a title. */
export interface TestFile {
  readonly tests: readonly TitledTest[];
  readonly words: () => ReadonlySet<string>;
}

/** Reads what a test file says of itself, without running it. */
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
  let words: ReadonlySet<string> | undefined;
  return { tests, words: () => (words ??= wordsIn(program)) };
}

/**
 * The tests that `wanted` names: a title as it is written, or one of those that a table fills in, whose words then stand in
 * the file. `describe › title` tells two of one title apart.
 */
export function findTests({ tests, words }: TestFile, wanted: string): TitledTest[] {
  const names = wanted.split(" › ");
  return tests.filter(({ titles }) => {
    const ends = titles.slice(-names.length);
    return ends.length === names.length && ends.every((title, index) => isTitle(title, names[index], words));
  });
}

function isTitle(title: Title, wanted = "", wordsOfFile: () => ReadonlySet<string>): boolean {
  const { written, parts, words } = title;
  if (written === wanted) return true;
  // A title that is filled in whole, out of a table that stands elsewhere, may be any word of the file.
  const isOpen = words === undefined && parts.every((part) => part === "");
  if (isOpen || parts.length === 1) return false;
  const pattern = parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join("(.+?)");
  const filled = new RegExp(`^${pattern}$`, "s").exec(wanted)?.slice(1);
  return filled !== undefined && filled.every((word) => (words ?? wordsOfFile()).has(word));
}

/** Every word and number that is written out in a part of a file, `undefined` too. */
function wordsIn(part: unknown): ReadonlySet<string> {
  const words = new Set<string>();
  visitNodes(part, ({ type, value, name }) => {
    if (type === "Literal") words.add(String(value));
    if (type === "Identifier" && name === "undefined") words.add("undefined");
    return true;
  });
  return words;
}

/** Whether a call is one of `it(…)`, `test.each(…)(…)`, `describe(…)`, and what it says. */
function readTest(call: Node, around: Around, source: string): Around | undefined {
  const chain = calleeOf(call);
  const [title, ...rest] = call["arguments"] as Node[];
  if (!chain || !["it", "test", "describe"].includes(chain[0] ?? "") || !title) return undefined;
  const isBody = ({ type }: Node) => type === "ArrowFunctionExpression" || type === "FunctionExpression";
  // The call of `it.each(table)` itself has no title.
  if (!rest.some(isBody)) return undefined;
  const isTable = chain.includes("each") || chain.includes("for");
  const switchedOff = /\b(?:skip|todo|skipIf|runIf|fails)\b/;
  const settings = rest.filter((node) => !isBody(node));
  const options = settings.map(({ start, end }) => source.slice(start, end));
  return {
    titles: [
      ...around.titles,
      { ...readTitle(title, isTable, source), words: isTable ? tableOf(call) : undefined },
    ],
    isSkipped:
      around.isSkipped ||
      chain.slice(1).some((name) => switchedOff.test(name)) ||
      options.some((text) => switchedOff.test(text)),
    needs: [...around.needs, ...settings.flatMap(needsIn)],
  };
}

/** `["it", "each"]` for `it.each(…)("…")`; undefined where a call is none of a plain name. */
function calleeOf({ callee, tag }: Node): string[] | undefined {
  const node = (callee ?? tag) as Node;
  if (node.type === "Identifier") return [node["name"] as string];
  if (node.type === "CallExpression" || node.type === "TaggedTemplateExpression") return calleeOf(node);
  if (node.type !== "MemberExpression") return undefined;
  const object = calleeOf({ ...node, callee: node["object"] });
  return object && [...object, (node["property"] as Node)["name"] as string];
}

/** The words of `it.each([…])`; undefined where the table is named, or made of something named. */
function tableOf({ callee }: Node): ReadonlySet<string> | undefined {
  const [table] = ((callee as Node)["arguments"] ?? []) as Node[];
  const elements = ((table?.type === "TSAsExpression" ? (table["expression"] as Node) : table)?.[
    "elements"
  ] ?? []) as Node[];
  return elements.length > 0 && elements.every(({ type }) => type !== "SpreadElement")
    ? wordsIn(elements)
    : undefined;
}

function readTitle(node: Node, isTable: boolean, source: string): Title {
  const quasis = (node["quasis"] ?? []) as { readonly value: { readonly cooked: string } }[];
  const texts = node.type === "Literal" ? [String(node["value"])] : quasis.map(({ value }) => value.cooked);
  const written = node.type === "Literal" ? texts.join("") : source.slice(node.start + 1, node.end - 1);
  // A title that is no text of its own may be anything: nothing but itself names it.
  if (texts.length === 0) return { written, parts: [written] };
  return {
    written,
    parts: isTable ? texts.flatMap((text) => text.split(/%(?:\.\d+)?[sdifjoO#]|\$\w+(?:\.\w+)*/)) : texts,
  };
}

/** The names in `needs("…")`; what is not written out there is not known. */
function needsIn(node: unknown): (string | undefined)[] {
  if (Array.isArray(node)) return node.flatMap(needsIn);
  if (!isNode(node)) return [];
  const isNeeds = node.type === "CallExpression" && calleeOf(node)?.[0] === "needs";
  if (!isNeeds) return Object.values(node).flatMap(needsIn);
  return (node["arguments"] as Node[]).map(({ type, value }) =>
    type === "Literal" ? String(value) : undefined,
  );
}

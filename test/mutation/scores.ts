import { textsOf } from "../setup/texts.ts";

export interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly location: Readonly<Record<"start" | "end", { readonly line: number; readonly column: number }>>;
}

export interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

/** A mutant that no test detected. */
export interface Survivor {
  readonly file: string;
  /** The mutated line, without its indentation. */
  readonly line: string;
  readonly from: string;
  readonly to: string;
  /** Why the mutant is equivalent to the source, written by a reviewer. */
  readonly equivalent?: string;
}

export interface Score {
  readonly date: string;
  readonly killed: number;
  /** The number of mutants that only the list of texts detects. */
  readonly texts: number;
  readonly survivors: readonly Survivor[];
}

export type Scores = Readonly<Record<string, Score>>;

const ended = ["Killed", "Timeout"];
const lived = ["Survived", "NoCoverage"];

/** Returns the score of a directory. Reviewers' notes in `before` are kept. */
export function scoreOf({ files }: Report, date: string, before: Score | undefined): Score {
  const all = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ file, source, mutant })),
  );
  const left = all.filter(({ mutant }) => lived.includes(mutant.status));
  const [inTexts, alive] = [true, false].map((isListed) =>
    left.filter(({ source, mutant }) => isListedText(source, mutant) === isListed),
  ) as [typeof left, typeof left];
  return {
    date,
    killed: all.filter(({ mutant }) => ended.includes(mutant.status)).length,
    texts: inTexts.length,
    survivors: alive.map(({ file, source, mutant }) => {
      const survivor = describe(file, source, mutant);
      return before?.survivors.find((one) => keyOf(one) === keyOf(survivor)) ?? survivor;
    }),
  };
}

/** Whether the mutant changes a sentence that users see. These are reviewed by reading (`npm run texts`). */
function isListedText(source: string, { mutatorName, location, replacement = "" }: Mutant): boolean {
  if (mutatorName !== "StringLiteral") return false;
  const [start, end] = [offsetOf(source, location.start), offsetOf(source, location.end)];
  const mutated = source.slice(0, start) + replacement + source.slice(end);
  return textsOf(mutated).join("\n") !== textsOf(source).join("\n");
}

function describe(file: string, source: string, { location, replacement = "" }: Mutant): Survivor {
  const { start, end } = location;
  return {
    file: file.replace(/^src\//, ""),
    line: source.split("\n")[start.line - 1]?.trim() ?? "",
    from: source.slice(offsetOf(source, start), offsetOf(source, end)),
    to: replacement,
  };
}

function offsetOf(
  source: string,
  { line, column }: { readonly line: number; readonly column: number },
): number {
  const before = source.split("\n").slice(0, line - 1);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
}

function keyOf({ file, line, from, to }: Survivor): string {
  return JSON.stringify([file, line, from, to]);
}

/** Returns the page: the score of each directory, then its survivors. */
export function pageOf(scores: Scores): string {
  const folders = Object.entries(scores).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `${[
    "# What the tests notice",
    [
      "Each folder's sources are changed in small ways, and each change is tried with the unit tests of the folder",
      "(`npm run test:mutation -- FOLDER`, which writes this page). Who has read a survivor that nobody can tell from the source",
      "writes why as its `equivalent` in `scores.json`, and `vitest -u` brings it here; any other gets a test.",
    ].join("\n"),
    table(
      ["folder", "on", "mutants", "ended by tests", "by the list of texts", "equivalent", "alive", "score"],
      folders.map(([folder, score]) => rowOf(folder, score)),
    ),
    ...folders.flatMap(([folder, { survivors }]) => [
      `## ${folder}`,
      survivors.length === 0
        ? "No survivors."
        : table(
            ["file", "line", "change", "equivalent, since"],
            survivors.map(({ file, line, from, to, equivalent }) => [
              code(file),
              code(line),
              `${code(from)} → ${code(to)}`,
              equivalent ?? "**alive**",
            ]),
          ),
    ]),
  ].join("\n\n")}\n`;
}

function rowOf(folder: string, { date, killed, texts, survivors }: Score): string[] {
  const equivalent = survivors.filter((one) => one.equivalent !== undefined).length;
  const all = killed + texts + survivors.length;
  const percent = Math.floor(((killed + texts) / Math.max(1, all - equivalent)) * 1000) / 10;
  const counts = [all, killed, texts, equivalent, survivors.length - equivalent].map(String);
  return [`[${folder}](#${folder.replaceAll("/", "")})`, date, ...counts, `${percent} %`];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function code(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|");
  const shown = line.length > 90 ? `${line.slice(0, 89)}…` : line;
  return shown === "" ? "nothing" : shown.includes("`") ? `\`\` ${shown} \`\`` : `\`${shown}\``;
}

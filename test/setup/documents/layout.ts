import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runProgram } from "../child-process.ts";
import type { Block } from "./blocks.ts";

const root = new URL("../../../", import.meta.url).pathname;
/** This directory is inside the package, so `slashpass` resolves to the build and other imports to the installed packages. */
const workshop = join(root, "build/documents");
const given = join(import.meta.dirname, "given");

/** The environment variables that programs may use: the emulator's and a port. */
const environment = [
  "APPLICATION_ID",
  "PUBLIC_KEY",
  "GUILD_ID",
  "API_BASE",
  "WEB_BASE",
  "CLIENT_SECRET",
  "BOT_TOKEN",
]
  .map((name) => `SLASHPASS_${name}`)
  .concat("PORT");

/** Strict, as in a reader's project, except that JavaScript may omit parameter types. */
const compilerOptions = {
  strict: true,
  target: "es2023",
  lib: ["es2023", "esnext.disposable", "dom", "dom.iterable"],
  module: "nodenext",
  types: ["node"],
  typeRoots: [join(root, "node_modules/@types")],
  skipLibCheck: true,
};
const projects = {
  js: {
    ...compilerOptions,
    noImplicitAny: false,
    useUnknownInCatchVariables: false,
    allowJs: true,
    checkJs: true,
    noEmit: true,
  },
  ts: { ...compilerOptions, rewriteRelativeImportExtensions: true },
};
type Language = keyof typeof projects;

/** Writes the blocks to the directory in which they are checked and run. */
export function layOut(blocks: readonly Block[]): void {
  rmSync(workshop, { recursive: true, force: true });
  for (const language of ["js", "ts"] as const) {
    const folder = join(workshop, language);
    mkdirSync(folder, { recursive: true });
    cpSync(given, join(folder, "given"), { recursive: true });
    const variables = environment.map((name) => `${name}: string;`).join(" ");
    writeFileSync(
      join(folder, "environment.d.ts"),
      `declare namespace NodeJS { interface ProcessEnv { ${variables} } }`,
    );
    const files = [
      "environment.d.ts",
      ...blocks.filter((block) => block.language === language).map(locationOf),
    ];
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: projects[language], files, include: ["given"] }),
    );
  }
}

/** Writes a block and returns its path in its language's project. */
function locationOf(block: Block): string {
  const path = join(folderOf(block), fileOf(block));
  const file = join(workshop, block.language, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, sourceOf(block));
  return path;
}

const folderOf = ({ document }: Block): string => document.replace(/\.(?:md|ts)$/, "");

function fileOf(block: Block): string {
  if (block.kind === "module" && block.file !== undefined) return block.file;
  return `${block.line}.${block.kind === "fragment" ? "mts" : `m${block.language}`}`;
}

/** Keeps the document's line numbers. */
function sourceOf(block: Block): string {
  const above = "\n".repeat(block.line - 1);
  return block.kind === "fragment" ? above + asFunction(block) : `${above}\n${block.text}`;
}

/** Wraps a fragment in a function after the fragment's imports. The fragment may redeclare provided names. */
function asFunction(block: Block): string {
  const [imports = ""] = /^(?:(?:\s*\/\/.*\n)*\s*import\b[^;]*;\n)+/.exec(block.text) ?? [];
  const code = block.text
    .slice(imports.length)
    .replaceAll(/^export default /gm, "void ")
    .replaceAll(/^export (?=\w)/gm, "");
  const names = givenNames(block.document).filter((name) => !new RegExp(`\\b${name}\\b`).test(imports));
  const up = folderOf(block).replaceAll(/[^/]+/g, "..");
  const lead =
    names.length > 0 ? `import { ${names.join(", ")} } from "${up}/given/${folderOf(block)}.js";` : "";
  const head = imports === "" ? lead : `${lead}\n${imports.trimEnd()}`;
  return `${head} async function fragment() {\n${code}}\nvoid fragment;\n`;
}

/** Returns the names that test/setup/documents/given declares for a document's fragments. */
export function givenNames(document: string): string[] {
  const file = join(given, `${document.replace(/\.md$/, "")}.ts`);
  if (!existsSync(file)) return [];
  const declarations = readFileSync(file, "utf8");
  return Array.from(
    declarations.matchAll(
      /^export (?:\{ (.*) \}|(?:declare )?(?:const|function|class|type|interface) (\w+))/gm,
    ),
    ([, several = "", one = ""]) => [one, ...several.split(", ")].filter(Boolean),
  ).flat();
}

export function programOf(block: Block): string {
  const file = join(workshop, block.language, folderOf(block), fileOf(block));
  return file.replace(/\.mts$/, ".mjs");
}

/** Returns TypeScript's errors for the blocks in both languages, with the documents' line numbers. */
export async function typeErrors(blocks: readonly Block[]): Promise<string[]> {
  const errors = await Promise.all(
    Object.keys(projects).map((language) => errorsOf(language as Language, blocks)),
  );
  return errors.flat();
}

async function errorsOf(language: Language, blocks: readonly Block[]): Promise<string[]> {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { status, stdout } = await runProgram(process.execPath, [tsc, "-p", ".", "--pretty", "false"], {
    cwd: join(workshop, language),
    limitMs: 100_000,
  });
  const documentOf = new Map(blocks.map((block) => [join(folderOf(block), fileOf(block)), block.document]));
  const lines = stdout.split("\n").filter((line) => line !== "");
  if (status !== 0 && lines.length === 0) throw new Error(`TypeScript exited with ${status}.`);
  return lines.map((line) =>
    line.replace(
      /^(\S+)\((\d+),\d+\)/,
      (_, file: string, number: string) => `${documentOf.get(file) ?? file}:${number}`,
    ),
  );
}

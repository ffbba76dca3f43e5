import { existsSync, readFileSync } from "node:fs";
import { parseCommandLine } from "../../../src/cli/frame/command-line.ts";
import { shape } from "../../../src/cli/entries.ts";

const root = new URL("../../../", import.meta.url);
const { scripts, ...manifest } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
};
const installable = new Set([
  "slashpass",
  ...Object.keys({ ...manifest.devDependencies, ...manifest.peerDependencies }),
]);
const ofTheSystem = new Set(["bash", "cat", "cd", "cp", "curl", "echo", "export", "mkdir", "set", "."]);

/** Checks a document's shell lines for commands, options, scripts and files that do not exist. */
export function objectionsTo(text: string, document: string): string[] {
  return commandsOf(text).flatMap((args) => {
    const objection = objectionTo(args, document);
    return objection === undefined ? [] : [`${args.join(" ")}: ${objection}`];
  });
}

/** Returns the commands after a terminal session's `$` prompts. */
export function typedIn(session: string): string {
  return Array.from(session.matchAll(/^\$ (.*(?:\\\n.*)*)$/gm), ([, line = ""]) => `${line}\n`).join("");
}

/** Splits lines into commands, and commands into words, omitting leading variable assignments, comments and redirections. */
export function commandsOf(text: string): string[][] {
  const lines = text.replaceAll("\\\n", " ").split("\n");
  return lines.flatMap((line) => {
    const tokens = Array.from(
      line.matchAll(/(?:"(?:\\.|[^"])*"|'[^']*'|\$\([^)]*\)|&&|\|\||[^\s"';|&#]|(?<=\S)#)+|[;|&]|#.*/g),
      ([token]) => token,
    );
    const commands: string[][] = [[]];
    for (const token of tokens) {
      if (token.startsWith("#")) break;
      if (/^(?:&&|\|\||[;|&])$/.test(token)) commands.push([]);
      else commands.at(-1)?.push(token.replaceAll(/^["']|["']$/g, ""));
    }
    return commands.map(withoutRedirection).filter((args) => args.length > 0);
  });
}

function withoutRedirection(args: readonly string[]): string[] {
  const redirection = args.findIndex((word) => /^\d?[<>]/.test(word));
  const command = redirection < 0 ? [...args] : args.slice(0, redirection);
  while (/^[A-Z_]+=/.test(command[0] ?? "")) command.shift();
  return command;
}

function objectionTo(args: readonly string[], document: string): string | undefined {
  const [program = "", ...rest] = args;
  if (program === "slashpass") return ofSlashpass(rest);
  if (program === "npx") return ofNpx(rest, document);
  if (program === "npm") return ofNpm(rest);
  if (program === "node") return ofNode(rest, document);
  if (ofTheSystem.has(program)) return undefined;
  return `${program} is no command that the tests know`;
}

/** Uses the program's own parser. Replaces placeholders in docs/program.md's synopses with values. */
function ofSlashpass(args: readonly string[]): string | undefined {
  const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  try {
    parseCommandLine(own, shape, { columns: 80 });
    return undefined;
  } catch (error) {
    return String(error);
  }
}

function ofNpx(args: readonly string[], document: string): string | undefined {
  const [name = "", ...rest] = args.filter((word) => word !== "--yes");
  if (name === "slashpass") return ofSlashpass(rest);
  return existsSync(new URL(`node_modules/.bin/${name}`, root))
    ? undefined
    : `${document} mentions ${name}, which is not installed here`;
}

function ofNpm([command = "", ...args]: readonly string[]): string | undefined {
  if (/^(?:ci|cit|test|start|pack|init|pkg)$/.test(command)) return undefined;
  if (command === "install" && args.length === 0) return undefined;
  const [name = "", ...others] = args.filter((word) => !/^(?:--save-dev|--save-exact|-D|-y)$/.test(word));
  if (command === "run") return Object.hasOwn(scripts, name) ? undefined : `no script ${name}`;
  if (command !== "install") return `npm ${command} is no command that the tests know`;
  return [name, ...others].find((wanted) => !installable.has(wanted)) === undefined
    ? undefined
    : "a package that the tests do not have";
}

/** Accepts a file in the repository, or one that the document asks the reader to create. */
function ofNode(args: readonly string[], document: string): string | undefined {
  const flags = args.filter((word) => word.startsWith("--")).map((word) => word.replace(/=.*/, ""));
  const unknown = flags.find(
    (flag) => !nodeFlags.has(flag) && !process.allowedNodeEnvironmentFlags.has(flag),
  );
  if (unknown !== undefined) return `Node has no ${unknown}`;
  const file = args.find((word) => !word.startsWith("-"));
  if (file === undefined || existsSync(new URL(file, root))) return undefined;
  const mentions = readFileSync(new URL(document, root), "utf8").split(file).length - 1;
  return mentions > 1 ? undefined : `${file} neither exists nor is created by the document`;
}

/** Flags that Node accepts only on the command line. */
const nodeFlags = new Set(["--test", "--env-file", "--watch"]);

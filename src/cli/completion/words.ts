import type { Step } from "./steps.ts";

/** Each word that leads on, and where to. */
export function pathChanges(steps: readonly Step[]) {
  return steps.flatMap(({ path, next }) =>
    next.map(({ name }) => ({ from: path, word: name, to: path === "" ? name : `${path} ${name}` })),
  );
}

/** Text in single quotes, as bash and zsh read them. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

import { ClientError, ErrorType } from "./errors.ts";

/**
 * The result of `load`, which runs at the first call. Every lazy import goes through this function. After a failed load the
 * next call tries again.
 *
 * A missing file becomes ClientError `part_missing` (Disabled).
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  const forget = (error: unknown): never => {
    loading = undefined;
    throw isMissing(error) ? partMissing(error) : error;
  };
  return () => (loading ??= load().catch(forget));
}

/** Of Node, Bun and Deno; of a bundle as CommonJS; of webpack. */
const missingWords: readonly unknown[] = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND", "ChunkLoadError"];

function isMissing(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return missingWords.includes((error as { code?: unknown }).code) || missingWords.includes(error.name);
}

function partMissing({ message }: Error): ClientError {
  // Runtimes name the whole path, or the package.
  const name = /'(?:[^']*[\\/])?([\w.-]+)'/.exec(message)?.[1] ?? "one of its files";
  return new ClientError({
    type: ErrorType.Disabled,
    code: "part_missing",
    message: `A part of slashpass, which is loaded when it is needed, is missing: ${name}.`,
    hint: "Install the package again. If the program is bundled, ship every file that the bundler wrote: https://github.com/slashpass/slashpass/blob/main/docs/bundling.md",
  });
}

import { ClientError, ErrorType } from "./errors.ts";

/**
 * Runs `load` on the first call, and again after a failure. All lazy imports use this function.
 *
 * If a file is missing, the call rejects with ClientError `part_missing` (Disabled).
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  const forget = (error: unknown): never => {
    loading = undefined;
    throw isMissing(error) ? partMissing(error) : error;
  };
  return () => (loading ??= load().catch(forget));
}

/** The codes used by Node.js, Bun and Deno, by CommonJS bundles, and by webpack. */
const missingModuleCodes: readonly unknown[] = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND", "ChunkLoadError"];

function isMissing(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return (
    missingModuleCodes.includes((error as { code?: unknown }).code) || missingModuleCodes.includes(error.name)
  );
}

function partMissing({ message }: Error): ClientError {
  // Runtimes report either the full path or the package name.
  const name = /'(?:[^']*[\\/])?([\w.-]+)'/.exec(message)?.[1] ?? "one of its files";
  return new ClientError({
    type: ErrorType.Disabled,
    code: "part_missing",
    message: `A lazily loaded part of slashpass is missing: ${name}.`,
    hint: "Reinstall the package. If the program is bundled, ship all of the bundler's output: https://github.com/slashpass/slashpass/blob/main/docs/bundling.md",
  });
}

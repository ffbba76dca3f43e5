export async function importReply(url: string): Promise<ImportReply> {
  try {
    return { text: JSON.stringify(await importExport(url)) };
  } catch (error) {
    const { message = error, code } = (error ?? {}) as { message?: unknown; code?: unknown };
    return { problem: String(message), code };
  }
}

/** @returns The default export, or `{ data }` if the module has no default export but exports `data`, as in discord.js. */
export async function importExport(url: string): Promise<unknown> {
  const { default: value, data } = (await import(url)) as {
    readonly default?: unknown;
    readonly data?: unknown;
  };
  return value === undefined && data !== undefined ? { data } : value;
}

export interface ImportReply {
  readonly text?: string | undefined;
  readonly problem?: string;
  readonly code?: unknown;
}

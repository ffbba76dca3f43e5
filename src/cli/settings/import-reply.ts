export async function importReply(url: string): Promise<ImportReply> {
  try {
    const { default: value } = (await import(url)) as { readonly default?: unknown };
    return { text: JSON.stringify(value) };
  } catch (error) {
    const { message = error, code } = (error ?? {}) as { message?: unknown; code?: unknown };
    return { problem: String(message), code };
  }
}

export interface ImportReply {
  /** The default export, as JSON. */
  readonly text?: string | undefined;
  readonly problem?: string;
  readonly code?: unknown;
}

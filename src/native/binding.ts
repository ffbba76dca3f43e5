/** What the addon exports, by hand; a test compares the names with the binary. */
export interface Addon {
  readonly Redactor: new () => NativeRedactor;
}

/** The redactor core: masks known secrets in every form they can take. */
export interface NativeRedactor {
  /** False when the secret is shorter than 8 bytes. */
  add(secret: string): boolean;
  /** False when it was not known. */
  remove(secret: string): boolean;
  /** The same string when nothing in it is secret. */
  redact(text: string): string;
  /** The same bytes when nothing in them is secret, else a masked copy. */
  redactBytes(bytes: Uint8Array): Uint8Array;
}

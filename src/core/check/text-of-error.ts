/** A thrown value as a text, for a log that redacts it. Anything may be thrown. */
export function textOfError(error: unknown): string {
  try {
    return String(error).slice(0, 1000);
  } catch {
    return "something that cannot be shown";
  }
}

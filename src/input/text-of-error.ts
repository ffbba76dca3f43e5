/** What was thrown, as a text for a log that redacts it. Thrown things may be anything. */
export function textOfError(error: unknown): string {
  try {
    return String(error).slice(0, 1000);
  } catch {
    return "something that cannot be shown";
  }
}

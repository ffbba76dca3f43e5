/** The service, or what stands before it, was not able to answer, and may be in a moment. */
const passing: ReadonlySet<number> = new Set([500, 502, 503, 504, 507, 522, 523, 524]);

/** Whether the same request is worth repeating at once, by the status of its answer. */
export function passesSoon(status: number): boolean {
  return passing.has(status);
}

/**
 * Whether the same request may succeed later, which its caller decides: after a limit (429), after accounts have been merged
 * (423, Discord Social SDK, merging accounts), or once the service is well again. Some of it lasts too long to repeat at once.
 */
export function passesLater(status: number): boolean {
  return status === 423 || status === 429 || status >= 500;
}

/** Whether each property is tried with all its cases. */
export const isLong = Boolean(process.env["SLASHPASS_LONG_PROPERTIES"]);

/** How many random cases a property is tried with: all of them once in CI, few after each change. */
export function cases(all: number, few = Math.max(20, Math.ceil(all / 10))): number {
  return isLong ? all : few;
}

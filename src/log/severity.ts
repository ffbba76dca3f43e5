import { validationError } from "../core/errors.ts";
import { kindOf } from "../core/check/reader.ts";

/** How much a log line matters (Discord Social SDK, `LoggingSeverity`). As a minimum, `None` switches a log off. */
export const LoggingSeverity = { Verbose: 1, Info: 2, Warning: 3, Error: 4, None: 5 } as const;
export type LoggingSeverity = (typeof LoggingSeverity)[keyof typeof LoggingSeverity];

/** @throws ClientError `invalid_severity` (ValidationError). */
export function checkSeverity(value: LoggingSeverity): LoggingSeverity {
  if (Object.values(LoggingSeverity).includes(value)) return value;
  throw validationError(
    "invalid_severity",
    `minSeverity is ${kindOf(value)}, but must be one of 1 to 5.`,
    "Pass a member of LoggingSeverity.",
  );
}

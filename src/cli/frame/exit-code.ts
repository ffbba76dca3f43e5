/** How the program ends. */
export const ExitCode = {
  Done: 0,
  /** It failed; the reason is on standard error. */
  Failed: 1,
  /** The command line or the settings were not understood, and nothing was started. */
  Misunderstood: 2,
  /** It was done, and what was looked at is not as it should be: differences, findings, failed checks. */
  Differs: 3,
  /** Ended by Ctrl-C or a signal. */
  Interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** The benchmarks by subject, in page order. */
export const subjects = {
  "Secrets and logs": ["redaction", "logging"],
  "Signing in": ["code-to-token"],
  "Keeping tokens": ["stores"],
  Commands: ["commands-validation", "commands-rollout"],
  Interactions: ["interactions"],
  "A fleet of servers": ["fleet", "fleet-limits"],
  "Sizes and starts": ["sizes", "starts"],
};

export const allBenches = Object.values(subjects).flat();

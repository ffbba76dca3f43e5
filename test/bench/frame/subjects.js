/** The benches by subject, in the order of the page. */
export const subjects = {
  "Secrets and logs": ["redaction", "logging"],
  "Signing in": ["main-job", "code-to-token", "consent", "hand-over", "hostile-redirects"],
  "Keeping tokens": ["stores", "keychain-exit"],
  Commands: [
    "commands-validation",
    "commands-plan",
    "commands-rollout",
    "studio-set",
    "commands-growth",
    "commands-abort",
    "can-use",
  ],
  "Interactions and messages": ["interactions", "uploads"],
  "A fleet of servers": ["fleet", "fleet-limits"],
  "Sizes and starts": ["sizes", "install-size", "starts"],
  Tests: ["test-kit"],
};

export const allBenches = Object.values(subjects).flat();

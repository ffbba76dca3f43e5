/** The benchmarks by subject, in page order. */
export const subjects = {
  "Secrets and logs": ["redaction", "logging"],
  "Sign-in": ["code-to-token"],
  "Token storage": ["stores"],
  Commands: ["commands-validation"],
  Interactions: ["interactions"],
  "Server fleets": ["fleet"],
  "Size and startup": ["sizes", "starts"],
};

export const allBenches = Object.values(subjects).flat();

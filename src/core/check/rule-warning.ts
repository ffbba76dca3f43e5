interface RuleFinding {
  readonly path: string;
  readonly value: string;
  readonly message: string;
  readonly fix: string;
  readonly rule: string;
}

export function ruleWarning<F extends RuleFinding>(
  finding: F,
): { readonly code: "rule"; readonly message: string; readonly finding: F } {
  const { path, value, message, fix, rule } = finding;
  const text = `${path || "the whole"}: ${value} ${message} ${fix} [${rule}]`;
  return { code: "rule", message: text, finding };
}

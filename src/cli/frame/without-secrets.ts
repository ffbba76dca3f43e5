/** The text with every secret hidden. Longer ones first, since one may lie inside another. */
export function withoutSecrets(text: string, secrets: ReadonlySet<string>): string {
  return [...secrets]
    .toSorted((one, other) => other.length - one.length)
    .reduce((shown, secret) => shown.replaceAll(secret, "[hidden]"), text);
}

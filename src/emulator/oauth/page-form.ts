export interface FilledForm {
  readonly action: string | undefined;
  readonly fields: URLSearchParams;
}

export function findForm(page: string, choices: Readonly<Record<string, string>>): FilledForm | undefined {
  const [, head = "", body = ""] = /<form([^>]*)>(.*?)<\/form>/s.exec(page) ?? [];
  if (body === "") return undefined;
  const fields = new URLSearchParams();
  for (const [tag] of body.matchAll(/<(?:input|button)\b[^>]*>/g)) {
    const name = readAttribute(tag, "name");
    if (name === undefined) continue;
    const value = choices[name] ?? (/type="hidden"/.test(tag) ? readAttribute(tag, "value") : undefined);
    if (value !== undefined) fields.set(name, value);
  }
  return { action: readAttribute(head, "action"), fields };
}

export function readAlert(page: string): string | undefined {
  const [, alert] = /<p role="alert">(.*?)<\/p>/s.exec(page) ?? [];
  return alert === undefined ? undefined : unescapeHtml(alert.replaceAll(/<[^>]*>/g, ""));
}

function readAttribute(tag: string, name: string): string | undefined {
  const [, value] = new RegExp(`\\b${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? undefined : unescapeHtml(value);
}

function unescapeHtml(text: string): string {
  const letters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return text.replaceAll(/&(\w+|#39);/g, (entity, name: string) => letters[name] ?? entity);
}

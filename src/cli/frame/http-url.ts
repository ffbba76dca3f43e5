/** Whether a text is a URL that requests can be sent to. */
export function isHttpUrl(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text);
}

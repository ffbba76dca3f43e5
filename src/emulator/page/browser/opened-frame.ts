/** The frame that this tab has opened, through a reload of the page: another tab of the same player has its own. */
const key = "frame";

export function readOpenedFrame(): string | undefined {
  return sessionStorage.getItem(key) ?? undefined;
}

export function keepOpenedFrame(ticket: string): void {
  sessionStorage.setItem(key, ticket);
}

export function forgetOpenedFrame(): void {
  sessionStorage.removeItem(key);
}

import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** Returns the messages published on the diagnostics channel `name` while `run` runs. */
export async function collectMessages(name: string, run: () => unknown): Promise<unknown[]> {
  const messages: unknown[] = [];
  const listen = (message: unknown) => void messages.push(message);
  subscribe(name, listen);
  try {
    await run();
  } finally {
    unsubscribe(name, listen);
  }
  return messages;
}

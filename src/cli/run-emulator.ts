import { startEmulator } from "slashpass/emulator";

/** Serves until `signal` is aborted. */
export async function runEmulator(
  port: number | undefined,
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<void> {
  await using emulator = await startEmulator({ port });
  const { application, apiBase, webBase, players } = emulator;
  print(`The service runs on this machine. Ctrl-C ends it. Its page for you, with the
application's secrets and commands: ${webBase}/

  webBase        ${webBase}
  apiBase        ${apiBase}
  application    ${application.id} (${application.name}, a public client)
  public key     ${application.publicKey}
  players        ${players.map(({ name }) => name).join(", ")}, or any other name
`);
  await ended(signal);
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

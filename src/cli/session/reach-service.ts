import { Failure } from "../frame/failure.ts";

/**
 * Asks the service what anybody may ask; every answer will do. Where it cannot be reached, the browser shows a page of its own,
 * and nobody comes back from it.
 *
 * @returns why nobody can sign in, or undefined.
 */
export async function reachService(apiBase: string, signal: AbortSignal): Promise<Failure | undefined> {
  try {
    const answer = await fetch(`${apiBase}/gateway`, { redirect: "manual", signal });
    await answer.body?.cancel();
    return undefined;
  } catch (error) {
    return signal.aborted ? undefined : unreachable(apiBase, error);
  }
}

function unreachable(apiBase: string, error: unknown): Failure {
  const { cause } = error as { readonly cause?: { readonly code?: string } };
  const reason = cause?.code ?? "no connection";
  return new Failure(`${new URL(apiBase).origin} cannot be reached (${reason}), so nobody was signed in.`, {
    code: "network_error",
    hint: "Check the connection. If it is an emulator, start it first.",
  });
}

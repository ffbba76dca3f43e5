import type { SlashpassState } from "slashpass/electron/renderer";

/** Returns a sentence for the player. Problems are described in the app's language. */
export function describe({ status, player, problem, storeProblem }: SlashpassState): string {
  if (problem) return problem.text;
  if (status === "restoring") return "Loading";
  if (status === "signing-in") return "Continue in your browser.";
  if (status === "signed-out") return "You are not signed in.";
  return `Welcome, ${player?.name ?? "guest"}. ${storeProblem?.text ?? ""}`.trim();
}

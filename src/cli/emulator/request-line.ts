import type { RequestRecord } from "slashpass/emulator";
import type { Paint } from "../frame/paint.ts";

/** A request, its answer, how long that took, and whether it was refused, and why. */
export function requestLine(
  { method, path, status, durationMs, reason }: RequestRecord,
  paint: Paint,
): string {
  const asked = printable(`${method.padEnd(6)} ${path}`);
  const took = paint.dim(`${durationMs.toFixed(0)} ms`);
  if (status === undefined) return [asked, took, paint.red("no answer, the connection ended")].join("  ");
  const isRefused = status >= 400 || reason !== undefined;
  const why = reason === undefined ? "refused" : `refused: ${printable(reason)}`;
  return [asked, String(status), took, isRefused ? paint.red(why) : paint.green("ok")].join("  ");
}

/** Who sends a request chooses what is in it: nothing of it steers the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ").slice(0, 500);
}

import type { RequestRecord } from "slashpass/emulator";
import { type Paint, shown } from "../frame/shown.ts";

export function requestLine(
  { method, path, status, durationMs, reason }: RequestRecord,
  paint: Paint,
): string {
  const asked = shown(`${method.padEnd(6)} ${path}`);
  const took = paint.dim(`${durationMs.toFixed(0)} ms`);
  if (status === undefined)
    return [asked, took, paint.red("no response, the connection was closed")].join("  ");
  const isRefused = status >= 400 || reason !== undefined;
  const why = reason === undefined ? "refused" : `refused: ${shown(reason)}`;
  return [asked, String(status), took, isRefused ? paint.red(why) : paint.green("ok")].join("  ");
}

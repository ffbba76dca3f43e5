import { styleText } from "node:util";
import type { Host, OutputStream } from "./host.ts";

type Format = Parameters<typeof styleText>[0];

/** Makes text bold or coloured where that can be seen, and leaves it as it is elsewhere. */
export type Paint = Readonly<
  Record<"bold" | "dim" | "red" | "green" | "yellow" | "cyan" | "screen", (text: string) => string>
>;

const formats: Readonly<Record<keyof Paint, Format>> = {
  bold: "bold",
  dim: "dim",
  red: "red",
  green: "green",
  yellow: "yellow",
  cyan: "cyan",
  /** White on black, whatever the colours of the terminal are: for what a camera reads. */
  screen: ["whiteBright", "bgBlack"],
};

const sequences = new Set(
  Object.values(formats).flatMap((format) =>
    styleText(format, "\n", { validateStream: false }).match(/[^\n]+?m/g),
  ),
);

/** Whether an escape sequence is one of {@link Paint}. */
export function isPainted(sequence: string): boolean {
  return sequences.has(sequence);
}

/** Colours are for terminals, and for nobody who has set `NO_COLOR` (no-color.org); `FORCE_COLOR` wants them in a pipe. */
export function hasColours(stream: OutputStream, env: Host["env"]): boolean {
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}

export function createPaint(coloured: boolean): Paint {
  return Object.fromEntries(
    Object.entries(formats).map(([name, format]) => [
      name,
      coloured
        ? (text: string) => styleText(format, text, { validateStream: false })
        : (text: string) => text,
    ]),
  ) as Paint;
}

import type { ActivityInit, UrlMapping } from "slashpass/emulator";
import type { ValuesOf } from "../frame/definition.ts";
import { misunderstood } from "../frame/failure.ts";
import { isHttpUrl } from "../frame/command-line.ts";
import type { definition } from "./definition.ts";

type ActivityOptions = Pick<ValuesOf<typeof definition.options>, "activity" | "map" | "csp">;

/** @throws Failure `misunderstood`. */
export function readActivity({ activity, map, csp }: ActivityOptions): ActivityInit | undefined {
  const mappings = map.map(readMapping);
  if (activity !== undefined) mappings.push({ prefix: "/", target: targetOf(activity) });
  if (mappings.length > 0) return { mappings, csp };
  if (!csp) throw wrong("--no-csp requires --activity.");
  return undefined;
}

/** Targets of URL mappings have no protocol. */
function targetOf(url: string): string {
  const { protocol = "", host = "", pathname = "", search = "" } = isHttpUrl(url) ? new URL(url) : {};
  if (protocol === "http:" && search === "") return `${host}${pathname}`;
  throw wrong(
    `--activity takes the http URL of a server on this machine, such as http://127.0.0.1:5173/, not '${url}'.`,
  );
}

function readMapping(text: string): UrlMapping {
  const { prefix, target } = /^(?<prefix>\/[^=]*)=(?<target>.+)$/.exec(text)?.groups ?? {};
  if (prefix !== undefined && target !== undefined)
    return { prefix, target: target.replace(/^http:\/\//, "") };
  throw wrong(`--map takes a prefix and its target, such as /api=127.0.0.1:3000, not '${text}'.`);
}

export function wrong(message: string) {
  return misunderstood(message, "Try 'slashpass emulator --help'.");
}

import { validationError } from "../errors.ts";
import { isWellFormed, type Reader } from "./reader.ts";
import { textOf } from "./readers.ts";

/**
 * A text as one part of the path of a URL. The only place that encodes one: `@` stays, as the service writes `@me`.
 *
 * @param name - what to call it in the error.
 * @throws ClientError `invalid_argument` for what would be another path: nothing, `.` or `..`, which URLs resolve also
 *   where they are encoded; and for half a surrogate pair, which UTF-8 has no bytes for.
 */
export function pathPart(text: string, name: string): string {
  if (text === "" || text === "." || text === "..") throw refused(name, "leads to another address");
  if (!isWellFormed(text)) throw refused(name, "holds half a surrogate pair");
  return encodeURIComponent(text).replaceAll("%40", "@");
}

/** A text that can be part of a path. */
export function pathPartOf(most: number): Reader<string> {
  const read = textOf({ most });
  return (value, name) => {
    const text = read(value, name);
    pathPart(text, name);
    return text;
  };
}

function refused(name: string, why: string) {
  return validationError(
    "invalid_argument",
    `${name} cannot be part of a request's path: it ${why}.`,
    "Nothing was sent. Pass it as the service gave it.",
  );
}

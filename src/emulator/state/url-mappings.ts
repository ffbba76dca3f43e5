import { escapePattern } from "../base/fault.ts";
import { isLoopback } from "../../core/request/addresses.ts";
import { validationError } from "../../core/errors.ts";
import { fields } from "../../core/check/fields.ts";
import {
  type Reader,
  wrongArgument,
  flag,
  listOf,
  optional,
  textOf,
  andThen,
} from "../../core/check/readers.ts";

/** A URL mapping (Discord documentation, Activities, "URL Mapping"). @stable */
export interface UrlMapping {
  /** The path prefix on the Activity's origin: `/`, `/api`, or, with parameters, `/rooms/{room}`. */
  readonly prefix: string;
  /** The target on this machine, without a protocol: `127.0.0.1:5173`, `localhost:3000/v1`, `{room}.localhost:4000`. */
  readonly target: string;
}

/** An Activity's URL mappings. @stable */
export interface ActivityInit {
  /** The mappings. The first match is used, so list longer prefixes first. The `/` mapping serves the page itself. */
  readonly mappings: readonly UrlMapping[];
  /** Whether to enforce the service's content security policy. Default true. */
  readonly csp?: boolean | undefined;
}

/** The SDK's `patchUrlMappings` only supports names that consist of the letters a to z. */
const token = /\{([a-z]+)\}/g;
const prefixForm = /^\/$|^(?:\/(?:\{[a-z]+\}|[\w.~!$&'()*+,;=:@%-]+))+\/?$/;
const targetForm = /^(?<host>\[::1\]|[\w.{}-]+)(?::(?<port>\d{1,5}))?(?<path>\/[^?#\\\s]*)?$/;
const reserved = /^\/\.(?:proxy|slashpass)(?:\/|$)/;

const readFields = fields<UrlMapping>({ prefix: readPrefix, target: readTarget });
const readMapping = andThen(readFields, ({ prefix, target }, name): UrlMapping => {
  const known = namesOf(prefix);
  const unknown = namesOf(target).find((one) => !known.includes(one));
  if (unknown !== undefined)
    throw wrongArgument(`${name}.target`, target, `an address without {${unknown}}, which its prefix lacks`);
  return { prefix, target };
});

function readPrefix(value: unknown, name: string): string {
  const text = textOf({ most: 2048 })(value, name);
  const expected =
    "a path that begins with '/', such as '/', '/api' or '/rooms/{room}' (token names: letters a to z)";
  if (!prefixForm.test(text) || /\/\.\.?(?:\/|$)/.test(text)) throw wrongArgument(name, value, expected);
  if (reserved.test(text))
    throw wrongArgument(name, value, "a path that does not begin with '/.proxy' or '/.slashpass'");
  const names = namesOf(text);
  if (new Set(names).size < names.length)
    throw wrongArgument(name, value, "a path that uses each token only once");
  return text === "/" ? text : text.replace(/\/$/, "");
}

function readTarget(value: unknown, name: string): string {
  const text = textOf({ most: 2048 })(value, name);
  const expected = "an address without a protocol, as in the developer portal, such as '127.0.0.1:5173'";
  const { host, port = "80" } = targetForm.exec(text)?.groups ?? {};
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw wrongArgument(name, value, expected);
  if (!isLocalHost(host.replaceAll(token, "x")))
    throw wrongArgument(name, value, "on this machine: 127.0.0.1, [::1], localhost or a subdomain of it", {
      hint: "The emulator does not contact other machines. Map the prefix to your own server and call the other machine from there.",
    });
  return text;
}

/** Accepts subdomains of localhost too (RFC 6761, section 6.3). */
export function isLocalHost(host: string): boolean {
  return isLoopback(host) || /^(?:[\w-]+\.)*localhost$/i.test(host);
}

function namesOf(text: string): string[] {
  return [...text.matchAll(token)].map(([, name = ""]) => name);
}

/** Rejects mappings that can never match, because the emulator, like the developer portal, uses the first match. */
const readMappings: Reader<readonly UrlMapping[]> = (value, name) => {
  const mappings = listOf(readMapping, 100)(value, name);
  for (const [index, { prefix }] of mappings.entries()) {
    const before = mappings.slice(0, index).find((mapping) => shadows(mapping.prefix, prefix));
    if (before) throw hidden(`${name}[${index}]`, prefix, before.prefix);
  }
  const root = mappings.filter(({ prefix }) => prefix === "/");
  return [...mappings.filter(({ prefix }) => prefix !== "/"), ...root];
};

function shadows(first: string, later: string): boolean {
  return first === "/" ? later === "/" : patternOf(first).test(later);
}

function hidden(name: string, prefix: string, before: string) {
  return validationError(
    "invalid_argument",
    `${name} is never used: paths that begin with '${prefix}' go to the mapping for '${before}', which comes before it.`,
    "List longer prefixes first and each prefix once, here and in the developer portal.",
  );
}

export const readActivityInit: Reader<ActivityInit> = fields<ActivityInit>({
  mappings: readMappings,
  csp: optional(flag),
});

export interface MappedPath {
  readonly mapping: UrlMapping;
  readonly host: string;
  readonly port: number;
  readonly path: string;
}

/** @param path - The encoded path, without the query string. */
export function findMapping(mappings: readonly UrlMapping[], path: string): MappedPath | undefined {
  for (const mapping of mappings) {
    const found = patternOf(mapping.prefix).exec(path);
    if (found) return follow(mapping, found.groups ?? {}, path.slice(found[0].length));
  }
  return undefined;
}

function patternOf(prefix: string): RegExp {
  if (prefix === "/") return /^(?=\/)/;
  const parts = prefix.split(token);
  const source = parts.map((part, index) =>
    index % 2 ? `(?<${part}>[\\w-]+|\\{[a-z]+\\})` : escapePattern(part),
  );
  return new RegExp(`^${source.join("")}(?=/|$)`);
}

function follow(
  mapping: UrlMapping,
  values: Readonly<Record<string, string>>,
  rest: string,
): MappedPath | undefined {
  const target = mapping.target.replaceAll(token, (_all, name: string) => values[name] ?? "");
  const { host = "", port = "80", path = "" } = targetForm.exec(target)?.groups ?? {};
  // A parameter's value may change the host name, so the host name is checked again.
  if (!isLocalHost(host)) return undefined;
  const whole = `${path.replace(/\/$/, "")}${rest}`;
  return { mapping, host, port: Number(port), path: whole.startsWith("/") ? whole : `/${whole}` };
}

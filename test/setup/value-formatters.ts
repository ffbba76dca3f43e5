import { Console } from "node:console";
import { PassThrough } from "node:stream";
import { format, inspect, type InspectOptions } from "node:util";
import { serialize } from "node:v8";
import { formsOf } from "./find-secret.ts";

const everything: InspectOptions = {
  depth: Infinity,
  showHidden: true,
  getters: true,
  maxArrayLength: Infinity,
  maxStringLength: Infinity,
};

/** Every way to print, stringify or copy a value. */
const formatters: Readonly<Record<string, (value: unknown) => string>> = {
  inspect: (value) => inspect(value),
  "inspect everything": (value) => inspect(value, everything),
  "inspect everything in colors": (value) => inspect(value, { ...everything, colors: true, compact: false }),
  "JSON.stringify": (value) => JSON.stringify([value]),
  String: (value) => String(value),
  "a template": (value) => `it is ${value as string}`,
  "console methods": printed,
  "%o": (value) => format("%o", value),
  "%O": (value) => format("%O", value),
  "%j": (value) => format("%j", value),
  "%s": (value) => format("%s", value),
  "%d and the rest": (value) => format("%d", value, value),
  structuredClone: (value) => inspect(structuredClone(value), everything),
  serialize: (value) => serialize(value).toString("latin1"),
  "its own properties": ownProperties,
  "its entries": (value) => inspect(Object.entries(value as object), everything),
};

/** Returns the ways in which `value` reveals one of the secrets. */
export function leaksOf(value: unknown, secrets: readonly string[]): string[] {
  const forms = [...new Set(secrets.flatMap(formsOf))];
  return Object.entries(formatters).flatMap(([name, show]) => {
    const text = attempt(() => show(value));
    return forms.some((form) => text.includes(form)) ? [`${name}: ${text}`] : [];
  });
}

/** Returns the error's text if formatting throws, because an error could reveal a secret too. */
function attempt(show: () => string): string {
  try {
    return show();
  } catch (error) {
    return `${String(error)} ${inspect(error, everything)}`;
  }
}

function printed(value: unknown): string {
  const stream = new PassThrough();
  const console = new Console(stream, stream);
  console.log(value);
  console.error("it is", value);
  console.dir(value, { showHidden: true, depth: null });
  console.table(value);
  console.trace(value);
  return String(stream.read());
}

/** Returns all strings reachable without calling a function or getter. */
function ownProperties(value: unknown): string {
  const visited = new Set<unknown>();
  const texts: string[] = [];
  const visit = (one: unknown): void => {
    if (typeof one === "string") texts.push(one);
    if (one === null || !["object", "function"].includes(typeof one) || visited.has(one)) return;
    visited.add(one);
    for (const key of Reflect.ownKeys(one as object)) {
      texts.push(String(key));
      visit(Object.getOwnPropertyDescriptor(one, key)?.value);
    }
  };
  visit(value);
  return texts.join("\n");
}

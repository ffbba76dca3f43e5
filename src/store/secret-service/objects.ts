import type { Call } from "../dbus/connection.ts";
import type { Value } from "../dbus/marshal.ts";

/** freedesktop.org, "Secret Service API". */
export const secretsName = "org.freedesktop.secrets";

const specification = "org.freedesktop.Secret";

export type BusObject = Pick<Call, "destination" | "path" | "interface">;

export const secrets: BusObject = {
  destination: secretsName,
  path: "/org/freedesktop/secrets",
  interface: `${specification}.Service`,
};

export function object(kind: "Collection" | "Item" | "Prompt", path: string): BusObject {
  return { destination: secretsName, path, interface: `${specification}.${kind}` };
}

export function itemProperty(name: "Label" | "Attributes"): string {
  return `${specification}.Item.${name}`;
}

/** The path that means "no object". */
export const noObject = "/";

export function pathIn(value: Value | undefined): string {
  if (typeof value === "string" && /^\/[\w/]*$/.test(value)) return value;
  throw strangeAnswer();
}

export function pathsIn(value: Value | undefined): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Value[]).map(pathIn);
  throw strangeAnswer();
}

export function strangeAnswer(): Error {
  return new Error(`${secretsName} sent something that is not its answer.`);
}

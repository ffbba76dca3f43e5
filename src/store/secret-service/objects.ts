import type { BusCall } from "../dbus/connection.ts";
import type { BusValue } from "../dbus/marshal.ts";

/** See freedesktop.org, "Secret Service API". */
export const secretsName = "org.freedesktop.secrets";

const specification = "org.freedesktop.Secret";

export type BusObject = Pick<BusCall, "destination" | "path" | "interface">;

export const secrets: BusObject = {
  destination: secretsName,
  path: "/org/freedesktop/secrets",
  interface: `${specification}.Service`,
};

export function busObject(kind: "Collection" | "Item" | "Prompt", path: string): BusObject {
  return { destination: secretsName, path, interface: `${specification}.${kind}` };
}

export function itemProperty(name: "Label" | "Attributes"): string {
  return `${specification}.Item.${name}`;
}

/** The path that means "no object". */
export const noObject = "/";

export function readObjectPath(value: BusValue | undefined): string {
  if (typeof value === "string" && /^\/[\w/]*$/.test(value)) return value;
  throw unexpectedReply();
}

export function readObjectPaths(value: BusValue | undefined): readonly string[] {
  if (Array.isArray(value)) return (value as readonly BusValue[]).map(readObjectPath);
  throw unexpectedReply();
}

export function unexpectedReply(): Error {
  return new Error(`${secretsName} sent an invalid reply.`);
}

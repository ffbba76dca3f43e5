import { isObject } from "../../core/check/readers.ts";
import { malformed } from "../../events/interaction-payload.ts";

/** The values of a form by the `custom_id` of each field: a string, a choice, or the selected values. */
export type ModalFields = Readonly<Record<string, string | boolean | readonly string[] | null>>;

// Rows and labels contain fields; the service nests no deeper.
const maxDepth = 3;

/**
 * Collects the fields of a form from its rows and labels.
 *
 * @throws ClientError `malformed_payload`.
 */
export function readModalFields(components: unknown): ModalFields {
  return Object.fromEntries(fieldsIn(components, maxDepth));
}

function fieldsIn(components: unknown, depth: number): [string, ModalFields[string]][] {
  if (!Array.isArray(components) || depth === 0) throw malformed("data.components");
  return components.flatMap((component: unknown) => {
    if (!isObject(component)) throw malformed("data.components");
    if (component["components"] !== undefined) return fieldsIn(component["components"], depth - 1);
    if (component["component"] !== undefined) return fieldsIn([component["component"]], depth - 1);
    const { custom_id: id } = component;
    const value = component["values"] ?? component["value"] ?? null;
    return typeof id === "string" && isFieldValue(value) ? [[id, value]] : [];
  });
}

function isFieldValue(value: unknown): value is ModalFields[string] {
  if (Array.isArray(value)) return value.every((one) => typeof one === "string");
  return value === null || typeof value === "string" || typeof value === "boolean";
}

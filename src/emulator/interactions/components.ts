import type { SubmittedComponent } from "../../wire/interaction.ts";

/** A component of a message or form, as the application wrote it. */
export type Component = Readonly<Record<string, unknown>>;

/** Component types (Discord documentation, Component Reference): those that a player uses here. */
export const ComponentType = { Button: 2, Menu: 3, TextInput: 4, Text: 10, Label: 18 } as const;

/** What a player fills in a form, by `custom_id`: a text, or what was picked. */
export type FormFields = Readonly<Record<string, string | readonly string[]>>;

/** Every component, whatever rows, sections and labels it stands in; one in a label has the label's texts. */
export function listComponents(components: unknown): Component[] {
  return recordsIn(components).flatMap((component) => [
    component,
    ...listComponents(component["components"]),
    ...listComponents([component["accessory"], labelled(component)]),
  ]);
}

function labelled({ component, label, description }: Component): Component | undefined {
  return isComponent(component) ? { ...component, label, description } : undefined;
}

/** The components of a form as they come back once it is filled. */
export function fillComponents(components: unknown, fields: FormFields): SubmittedComponent[] {
  return recordsIn(components).map((component) => {
    const { type, custom_id: id, components: below, component: single } = component;
    const [inner] = fillComponents([single], fields);
    return {
      type: Number(type),
      ...(typeof id === "string" && { custom_id: id, ...valueOf(component, fields[id]) }),
      ...(below !== undefined && { components: fillComponents(below, fields) }),
      ...(inner && { component: inner }),
    };
  });
}

function valueOf({ type, value }: Component, field: FormFields[string] = []): Partial<SubmittedComponent> {
  if (type === ComponentType.TextInput) {
    const [text = ""] = [field, value].filter((one) => typeof one === "string");
    return { value: text };
  }
  return { values: typeof field === "string" ? [field] : field };
}

function recordsIn(values: unknown): Component[] {
  return Array.isArray(values) ? values.filter(isComponent) : [];
}

function isComponent(value: unknown): value is Component {
  return typeof value === "object" && value !== null;
}

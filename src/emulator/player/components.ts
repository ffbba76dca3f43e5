import { ComponentType } from "../../wire/component.ts";
import type { SubmittedComponent } from "../../wire/interaction.ts";
import type { RecordKind } from "./find-named.ts";
import type { PlayerFile } from "./player-file.ts";
import type { SeenOption } from "./seen.ts";

/** A component of a message or form, as the application sent it. */
export type Component = Readonly<Record<string, unknown>>;

const kindsOfMenus: Readonly<Record<number, RecordKind>> = {
  [ComponentType.UserSelect]: "user",
  [ComponentType.RoleSelect]: "role",
  [ComponentType.MentionableSelect]: "mentionable",
  [ComponentType.ChannelSelect]: "channel",
};

/** The kind of records that a menu offers; undefined for a menu with its own options. */
export function kindOfMenu({ type }: Component): RecordKind | undefined {
  return typeof type === "number" ? kindsOfMenus[type] : undefined;
}

/** The options of a menu. The application may have sent anything. */
export function optionsOf({ options }: Component): readonly SeenOption[] {
  return recordsIn(options).map(({ label, value, default: isDefault }) => ({
    label: typeof label === "string" ? label : "",
    value: typeof value === "string" ? value : "",
    isPicked: isDefault === true,
  }));
}

/** The values of a form, by `custom_id` or label: a text, a check, the picked options, or files. A file's name alone is a file too. */
export type FormFields = Readonly<
  Record<string, string | boolean | PlayerFile | readonly (string | PlayerFile)[]>
>;

/** All components, also those in rows, sections and labels. A component in a label gets the label's texts. */
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

/**
 * The components of a filled form, each with the values of `valueOf`.
 *
 * @param valueOf - gets each component that has a `custom_id`, with the texts of its label.
 */
export function fillComponents(
  components: unknown,
  valueOf: (component: Component) => Partial<SubmittedComponent>,
): SubmittedComponent[] {
  return recordsIn(components).map((component) => {
    const { type, custom_id: id, components: below } = component;
    const [inner] = fillComponents([labelled(component)], valueOf);
    return {
      type: Number(type),
      ...(typeof id === "string" && { custom_id: id, ...valueOf(component) }),
      ...(below !== undefined && { components: fillComponents(below, valueOf) }),
      ...(inner && { component: inner }),
    };
  });
}

/** The objects in a list; none if it is no list. */
export function recordsIn(values: unknown): Component[] {
  return Array.isArray(values) ? values.filter(isComponent) : [];
}

function isComponent(value: unknown): value is Component {
  return typeof value === "object" && value !== null;
}

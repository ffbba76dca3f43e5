import { ComponentType } from "../../wire/component.ts";
import type { SubmittedComponent } from "../../wire/interaction.ts";
import type { RecordKind } from "./records.ts";

/** A component of a message or form, as the application wrote it. */
export type Component = Readonly<Record<string, unknown>>;

const kindsOfMenus: Readonly<Record<number, RecordKind>> = {
  [ComponentType.UserSelect]: "user",
  [ComponentType.RoleSelect]: "role",
  [ComponentType.MentionableSelect]: "mentionable",
  [ComponentType.ChannelSelect]: "channel",
};

/** What kind of records a menu offers; undefined for one with items of its own. */
export function kindOfMenu({ type }: Component): RecordKind | undefined {
  return typeof type === "number" ? kindsOfMenus[type] : undefined;
}

/** An item of a menu, as the application wrote it. */
interface MenuOption {
  readonly label: string;
  readonly value: string;
  readonly default: boolean;
}

/** What a menu offers, where its application says: it may have written anything. */
export function optionsOf({ options }: Component): readonly MenuOption[] {
  return recordsIn(options).map(({ label, value, default: isDefault }) => ({
    label: typeof label === "string" ? label : "",
    value: typeof value === "string" ? value : "",
    default: isDefault === true,
  }));
}

/** What a player fills in a form, by `custom_id` or label: a text, or what is picked. */
export type FormFields = Readonly<Record<string, string | boolean | readonly string[]>>;

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

/**
 * The components of a form as they come back once it is filled: the same, each with what `valueOf` says of it.
 *
 * @param valueOf - is given a component that has a `custom_id`, with the texts of its label.
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

/** The records in a list, where it is one. */
export function recordsIn(values: unknown): Component[] {
  return Array.isArray(values) ? values.filter(isComponent) : [];
}

function isComponent(value: unknown): value is Component {
  return typeof value === "object" && value !== null;
}

import { ComponentType } from "../../wire/component.ts";
import type { SubmittedComponent } from "../../wire/interaction.ts";
import type { RecordKind } from "./find-named.ts";
import type { PlayerFile } from "./player-file.ts";
import type { VisibleOption } from "./visible.ts";

export type Component = Readonly<Record<string, unknown>>;

const kindsOfMenus: Readonly<Record<number, RecordKind>> = {
  [ComponentType.UserSelect]: "user",
  [ComponentType.RoleSelect]: "role",
  [ComponentType.MentionableSelect]: "mentionable",
  [ComponentType.ChannelSelect]: "channel",
};

export function kindOfMenu({ type }: Component): RecordKind | undefined {
  return typeof type === "number" ? kindsOfMenus[type] : undefined;
}

export function optionsOf({ options }: Component): readonly VisibleOption[] {
  return recordsIn(options).map(({ label, value, default: isDefault }) => ({
    label: typeof label === "string" ? label : "",
    value: typeof value === "string" ? value : "",
    isPicked: isDefault === true,
  }));
}

/**
 * Form values, keyed by `custom_id` or label: a string, a checkbox state, selected options, or files. For a file, a file name is
 * enough.
 *
 * @stable
 */
export type FormFields = Readonly<
  Record<string, string | boolean | PlayerFile | readonly (string | PlayerFile)[]>
>;

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

export function recordsIn(values: unknown): Component[] {
  return Array.isArray(values) ? values.filter(isComponent) : [];
}

function isComponent(value: unknown): value is Component {
  return typeof value === "object" && value !== null;
}

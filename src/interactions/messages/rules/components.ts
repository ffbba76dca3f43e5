import {
  type Path,
  type Check,
  type Fields,
  flag,
  id,
  kinds,
  list,
  oneOf,
  record,
  text,
  url,
  whole,
} from "./checks.ts";
import { ComponentType, ButtonStyle, componentLimits } from "../../../wire/component.ts";
import { limits, messageLimits } from "../../../wire/limits.ts";
import { ChannelType } from "../../../wire/command-option.ts";
import { CallbackType } from "../../../wire/interaction-callback.ts";

export interface CheckedComponent {
  readonly type: number;
  readonly [field: string]: unknown;
}

export interface PlacedComponent {
  readonly component: CheckedComponent;
  readonly path: Path;
}

const single = ["accessory", "component"] as const;

export function listPlaced(components: readonly unknown[], path: Path): readonly PlacedComponent[] {
  return components.flatMap((one, index) => listWith(one as CheckedComponent, [...path, String(index)]));
}

function listWith(placed: CheckedComponent, path: Path): readonly PlacedComponent[] {
  const { components } = placed;
  const below = Array.isArray(components) ? listPlaced(components, [...path, "components"]) : [];
  const beside = single.flatMap((name) =>
    isComponent(placed[name]) ? listWith(placed[name], [...path, name]) : [],
  );
  return [{ component: placed, path }, ...below, ...beside];
}

function isComponent(value: unknown): value is CheckedComponent {
  return typeof value === "object" && value !== null;
}

interface Deprecation {
  readonly path: Path;
  readonly message: string;
}

/** Finds the deprecated parts of an interaction's answer (Application Commands Interface, "Versioning"). */
export function findDeprecated({
  type,
  data,
}: {
  readonly type?: unknown;
  readonly data?: unknown;
}): readonly Deprecation[] {
  const { components, interaction } = (data ?? {}) as { components?: unknown; interaction?: unknown };
  if (type === CallbackType.PremiumRequired) return [premiumRequired];
  if (type === CallbackType.Modal) return findRows(components);
  return interaction === undefined ? [] : [messageInteraction];
}

const premiumRequired: Deprecation = {
  path: ["type"],
  message:
    "PREMIUM_REQUIRED (10) is deprecated. Send a message with a premium button (style 6 with a sku_id) instead.",
};

const messageInteraction: Deprecation = {
  path: ["data", "interaction"],
  message:
    "A message's interaction field is deprecated and cannot be sent. Read interaction_metadata instead.",
};

function findRows(components: unknown): readonly Deprecation[] {
  const placed = Array.isArray(components)
    ? listPlaced(components.filter(Boolean), ["data", "components"])
    : [];
  return placed
    .filter((one) => one.component.type === ComponentType.ActionRow)
    .map(({ path }) => ({
      path,
      message:
        "An action row in a form is deprecated. Put each text input in a label's component field (type 18) instead.",
    }));
}

/**
 * Components, as defined in the service's published description. Rules found only in the documentation are in
 * `component-rules.ts`.
 */

const { buttonLabel, inputText, menuItems } = componentLimits;
const ordinal = whole(0, 2 ** 31 - 1);
const name = text(limits.customIdLength, 1);
const emoji = record({ required: { name: text(32) }, optional: { id } });

function component(required: Fields["required"] = {}, optional: Fields["optional"] = {}): Fields {
  return { required, optional: { id: ordinal, ...optional } };
}

const button = component(
  { style: oneOf(...Object.values(ButtonStyle)) },
  {
    custom_id: name,
    label: text(buttonLabel),
    disabled: flag,
    url: url(512, "http", "https", "discord"),
    sku_id: id,
    emoji,
  },
);

const menuFields = {
  placeholder: text(150),
  min_values: whole(0, menuItems),
  max_values: whole(1, menuItems),
  disabled: flag,
  required: flag,
};

const listed = { label: text(100, 1), value: text(100, 1) };
const option = record({ required: listed, optional: { description: text(100), default: flag, emoji } });
const box = record({ required: listed, optional: { description: text(100), default: flag } });

function menu(...defaults: readonly string[]): Fields {
  const byType = Object.fromEntries(defaults.map((type) => [type, { required: { id } }]));
  return component({ custom_id: name }, { ...menuFields, default_values: list(kinds(byType), menuItems) });
}

// The published description does not include media channels yet.
const channelTypes = oneOf(...Object.values(ChannelType).filter((type) => type !== ChannelType.GuildMedia));
const channelMenu = menu("channel");

const menus: Readonly<Record<number, Fields>> = {
  [ComponentType.StringSelect]: component(
    { custom_id: name, options: list(option, menuItems, 1) },
    menuFields,
  ),
  [ComponentType.UserSelect]: menu("user"),
  [ComponentType.RoleSelect]: menu("role"),
  [ComponentType.MentionableSelect]: menu("role", "user"),
  [ComponentType.ChannelSelect]: {
    ...channelMenu,
    optional: { ...channelMenu.optional, channel_types: list(channelTypes) },
  },
};

const textDisplay = component({ content: text(messageLimits.displayedText, 1) });
const media = record({ required: { url: url(2048, "http", "https", "attachment") } });
const mediaFields = { description: text(1024, 1), spoiler: flag };
const thumbnail = component({ media }, mediaFields);

const row = component({
  components: list(kinds({ [ComponentType.Button]: button, ...menus }), messageLimits.rowComponents, 1),
});

const inMessages: Readonly<Record<number, Fields>> = {
  [ComponentType.ActionRow]: row,
  [ComponentType.Section]: component({
    components: list(kinds({ [ComponentType.TextDisplay]: textDisplay }), 3, 1),
    accessory: kinds({ [ComponentType.Button]: button, [ComponentType.Thumbnail]: thumbnail }),
  }),
  [ComponentType.TextDisplay]: textDisplay,
  [ComponentType.MediaGallery]: component({
    items: list(record({ required: { media }, optional: mediaFields }), 10, 1),
  }),
  // The only component whose URL must be an attachment (Discord documentation, Component Reference, "File").
  [ComponentType.File]: component(
    { file: record({ required: { url: url(2048, "attachment") } }) },
    { spoiler: flag },
  ),
  [ComponentType.Separator]: component({}, { spacing: oneOf(1, 2), divider: flag }),
};

/** The top-level components of a message with `MessageFlag.IsComponentsV2`. */
export const layoutComponent: Check = kinds({
  ...inMessages,
  [ComponentType.Container]: component(
    { components: list(kinds(inMessages), messageLimits.components, 1) },
    { accent_color: whole(0, 0xff_ff_ff), spoiler: flag },
  ),
});

/** The top-level components of a message without `MessageFlag.IsComponentsV2`. */
export const rowComponent: Check = kinds({ [ComponentType.ActionRow]: row });

const textInput = component(
  { custom_id: name, style: oneOf(1, 2) },
  {
    label: text(45, 1),
    value: text(inputText),
    placeholder: text(100),
    required: flag,
    min_length: whole(0, inputText),
    max_length: whole(1, inputText),
  },
);

const upToTen = { min_values: whole(0, 10), max_values: whole(1, 10), required: flag };

/** A form's top-level components. */
export const formComponent: Check = kinds({
  [ComponentType.ActionRow]: component({
    components: list(kinds({ [ComponentType.TextInput]: textInput }), messageLimits.rowComponents, 1),
  }),
  [ComponentType.TextDisplay]: textDisplay,
  [ComponentType.Label]: component(
    {
      label: text(45, 1),
      component: kinds({
        [ComponentType.TextInput]: textInput,
        ...menus,
        [ComponentType.FileUpload]: component(
          { custom_id: name },
          { ...upToTen, file_types: list(text(16, 1), limits.fileTypes) },
        ),
        [ComponentType.RadioGroup]: component(
          { custom_id: name, options: list(box, 10, 2) },
          { required: flag },
        ),
        [ComponentType.CheckboxGroup]: component({ custom_id: name, options: list(box, 10, 1) }, upToTen),
        [ComponentType.Checkbox]: component({ custom_id: name }, { default: flag }),
      }),
    },
    { description: text(100, 1) },
  ),
});

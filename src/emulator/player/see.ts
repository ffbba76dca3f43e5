import { isObject } from "../../core/check/readers.ts";
import { maxSelected } from "../../interactions/messages/rules/modals.ts";
import { ComponentType } from "../../wire/component.ts";
import type { WireMessage } from "../../wire/message.ts";
import { isEphemeral, isLoading } from "../state/messages.ts";
import { type Component, kindOfMenu, listComponents, optionsOf, recordsIn } from "./components.ts";
import type { Records } from "./records.ts";
import type { VisibleControl, VisibleForm, VisibleMessage, VisibleOption } from "./visible.ts";
import type { ModalBody } from "../../wire/interaction-callback.ts";

export function seeMessage(message: WireMessage, records: Records): VisibleMessage {
  const { id, author, content, attachments = [] } = message;
  const components = listComponents(message.components);
  const poll = seePoll(message);
  return {
    id,
    author: author.global_name ?? author.username,
    content,
    texts: [
      ...recordsIn(message.embeds).flatMap((embed) => textsOf(embed, ["title", "description"])),
      ...components
        .filter(({ type }) => type === ComponentType.TextDisplay)
        .flatMap((text) => textsOf(text, ["content"])),
    ],
    controls: components.flatMap((component) => seeControl(component, records)),
    files: attachments.map(({ filename }) => filename),
    ...(poll && { poll }),
    isEphemeral: isEphemeral(message),
    isLoading: isLoading(message),
  };
}

export function seeForm({ title, components }: ModalBody, records: Records): VisibleForm {
  return {
    title,
    controls: listComponents(components).flatMap((component) => seeControl(component, records)),
  };
}

function seeControl(component: Component, records: Records): VisibleControl[] {
  const { custom_id: customId, label, description, placeholder, value, required, disabled } = component;
  const kind = kindOf(component);
  if (kind === undefined || typeof customId !== "string") return [];
  return [
    {
      kind,
      customId,
      label: textOf(label) || textOf(placeholder) || customId,
      description: textOf(description),
      isRequired: required !== false,
      isDisabled: disabled === true,
      value: textOf(value),
      options: kind === "menu" ? seeOptions(component, records) : [],
      most: maxSelected(component),
    },
  ];
}

function seeOptions(menu: Component, records: Records): readonly VisibleOption[] {
  const kind = kindOfMenu(menu);
  if (!kind) return optionsOf(menu);
  const defaults = recordsIn(menu["default_values"]);
  const { channel_types: types } = menu;
  return records.list(kind, Array.isArray(types) ? types : []).map(({ id, name }) => ({
    label: name,
    value: id,
    isPicked: defaults.some((one) => one["id"] === id),
  }));
}

const paragraphStyle = 2;

const kinds: Readonly<Record<number, VisibleControl["kind"]>> = {
  [ComponentType.Button]: "button",
  [ComponentType.StringSelect]: "menu",
  [ComponentType.RadioGroup]: "menu",
  [ComponentType.CheckboxGroup]: "menu",
  [ComponentType.FileUpload]: "file",
  [ComponentType.Checkbox]: "checkbox",
};

function kindOf(component: Component): VisibleControl["kind"] | undefined {
  const { type, style } = component;
  if (kindOfMenu(component)) return "menu";
  if (type === ComponentType.TextInput) return style === paragraphStyle ? "paragraph" : "text";
  return typeof type === "number" ? kinds[type] : undefined;
}

function seePoll(message: WireMessage): VisibleMessage["poll"] {
  const [poll] = recordsIn([(message as { poll?: unknown }).poll]);
  if (!poll) return undefined;
  return {
    question: textIn(poll["question"]),
    answers: recordsIn(poll["answers"]).map((answer) => textIn(answer["poll_media"])),
  };
}

function textIn(media: unknown): string {
  return isObject(media) ? textOf(media["text"]) : "";
}

function textsOf(part: Component, names: readonly string[]): string[] {
  return names.map((name) => textOf(part[name])).filter((text) => text !== "");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

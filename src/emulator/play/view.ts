import { CallbackType, type ModalBody } from "../../wire/interaction-callback.ts";
import type { WireMessage } from "../../wire/message.ts";
import type { Control, View } from "./browser/view.ts";
import { type Component, ComponentType, listComponents } from "../interactions/components.ts";
import type { InvocationResult } from "../interactions/run-interaction.ts";

/** What a player sees of an interaction right now. */
export function describeResult({ response, messages }: InvocationResult): View {
  const isWaiting = response?.type === CallbackType.DeferredChannelMessage && messages.length === 0;
  return {
    notes: isWaiting ? ["The game is thinking…"] : [],
    messages: messages.map(describeMessage),
    ...(response?.type === CallbackType.Modal && { form: describeForm(response.data) }),
  };
}

function describeMessage({ id, content, components }: WireMessage): View["messages"][number] {
  const all = listComponents(components);
  const texts = all.filter(({ type }) => type === ComponentType.Text).map((text) => textOf(text["content"]));
  return {
    id,
    texts: [content, ...texts].filter((text) => text !== ""),
    controls: all.filter(({ disabled }) => disabled !== true).flatMap(describeControl),
  };
}

function describeForm({ title, components }: ModalBody): View["form"] & object {
  return { title, controls: listComponents(components).flatMap(describeControl) };
}

/** The control, or nothing for what a player cannot use here: texts, links, and menus of users, roles and channels. */
function describeControl(component: Component): Control[] {
  const { custom_id: customId, label, description, placeholder, value, required, options } = component;
  const kind = kindOf(component);
  if (kind === undefined || typeof customId !== "string") return [];
  return [
    {
      kind,
      customId,
      label: textOf(label) || textOf(placeholder) || customId,
      description: textOf(description),
      isRequired: required !== false,
      value: textOf(value),
      options: kind === "menu" ? (options as Control["options"]) : [],
    },
  ];
}

const paragraphStyle = 2;

function kindOf({ type, style, options }: Component): Control["kind"] | undefined {
  if (type === ComponentType.Button) return "button";
  if (type === ComponentType.Menu && Array.isArray(options)) return "menu";
  if (type === ComponentType.TextInput) return style === paragraphStyle ? "paragraph" : "text";
  return undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

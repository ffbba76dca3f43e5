import type { CheckedPoll, PollMedia } from "../../interactions/messages/rules/polls.ts";
import type { WireAttachment, WireMessage } from "../../wire/message.ts";
import { createSnowflake } from "../base/recent.ts";

const defaultHours = 24;

export function describePoll(poll: CheckedPoll, now: number): object {
  const { question, answers, allow_multiselect, layout_type, duration } = poll;
  const expiry = new Date(now + (duration ?? defaultHours) * 3_600_000);
  return {
    question: { text: question.text },
    answers: answers.map(({ poll_media: media }, index) => ({
      answer_id: index + 1,
      poll_media: { text: media.text, ...(media.emoji && { emoji: describeEmoji(media.emoji) }) },
    })),
    expiry: expiry.toISOString(),
    allow_multiselect: allow_multiselect ?? false,
    layout_type: layout_type ?? 1,
    results: { is_finalized: false, answer_counts: [] },
  };
}

function describeEmoji({ id, name, animated }: NonNullable<PollMedia["emoji"]>): object {
  return { id: id ?? null, name: name ?? null, animated: animated ?? false };
}

type Fields = Readonly<Record<string, unknown>>;

export function fillContents(
  embeds: readonly unknown[] = [],
  components: readonly unknown[] = [],
  attachments: readonly WireAttachment[],
  now: number,
): Pick<WireMessage, "embeds" | "components"> {
  const usedIds = new Set(listIds(components));
  return {
    embeds: embeds.map((embed) => fillEmbed(toFields(embed), attachments)),
    components: components.map((one) =>
      fillComponent(toFields(withoutNulls(one)), { attachments, now, usedIds }),
    ),
  };
}

/** The fields that can be set, starting with the required one (Discord documentation, Webhook, "Execute Webhook"). */
const partsOfEmbed: Readonly<Record<string, readonly string[]>> = {
  author: ["name", "url", "icon_url"],
  footer: ["text", "icon_url"],
  image: ["url", "description"],
  thumbnail: ["url", "description"],
  provider: [],
  video: [],
};

function fillEmbed(embed: Fields, attachments: readonly WireAttachment[]): Fields {
  const { fields, timestamp, ...rest } = embed;
  const own = Object.entries(rest).filter(([name]) => !Object.hasOwn(partsOfEmbed, name));
  const parts = Object.entries(partsOfEmbed).flatMap(([name, [needed = "", ...more]]) => {
    const part = toFields(rest[name]);
    const settable = Object.entries(part).filter(([field]) => field === needed || more.includes(field));
    return part[needed] === undefined
      ? []
      : [[name, resolveUrls(Object.fromEntries(settable), attachments)] as const];
  });
  return {
    ...Object.fromEntries([...own, ...parts]),
    type: "rich",
    ...(timestamp !== undefined && { timestamp: new Date(timestamp as string).toISOString() }),
    ...(Array.isArray(fields) && { fields: fields.map((field) => ({ inline: false, ...toFields(field) })) }),
  };
}

function resolveUrls(part: Fields, attachments: readonly WireAttachment[]): Fields {
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, findFile(value, attachments)?.url ?? value]),
  );
}

const menu = { min_values: 1, max_values: 1 };
const media = { description: null, spoiler: false };

const defaults: Readonly<Record<number, Fields>> = {
  3: menu,
  5: menu,
  6: menu,
  7: menu,
  8: menu,
  11: media,
  13: { name: null, size: null, spoiler: false },
  14: { divider: true, spacing: 1 },
  17: { accent_color: null, spoiler: false },
};

interface FillContext {
  readonly attachments: readonly WireAttachment[];
  readonly now: number;
  readonly usedIds: Set<unknown>;
}

function fillComponent(component: Fields, context: FillContext): Fields {
  const { id, components, accessory, items } = component;
  const fill = (one: unknown) => fillComponent(toFields(one), context);
  return {
    ...defaults[Number(component["type"])],
    ...component,
    id: id || nextId(context.usedIds),
    ...describeMedia(component, context),
    ...(Array.isArray(components) && { components: components.map(fill) }),
    ...(accessory !== undefined && { accessory: fill(accessory) }),
    ...(Array.isArray(items) && { items: items.map((item) => fillItem(toFields(item), context)) }),
  };
}

function fillItem(item: Fields, context: FillContext): Fields {
  return { ...media, ...item, ...describeMedia(item, context) };
}

function describeMedia(component: Fields, context: FillContext): Fields {
  const { media: picture, file } = component;
  if (picture !== undefined) return { media: unfurl(toFields(picture), context) };
  if (file === undefined) return {};
  const found = unfurl(toFields(file), context);
  const { filename: name, size } =
    context.attachments.find(({ id }) => id === found["attachment_id"]) ?? ({} as Partial<WireAttachment>);
  return { file: found, ...(name !== undefined && { name, size }) };
}

function unfurl(part: Fields, { attachments, now }: FillContext): Fields {
  const file = findFile(part["url"], attachments);
  const { url, content_type } = file ?? part;
  return {
    id: createSnowflake(now),
    url,
    proxy_url: url,
    ...(file && { content_type, attachment_id: file.id }),
  };
}

function findFile(url: unknown, attachments: readonly WireAttachment[]): WireAttachment | undefined {
  const [, name] = /^attachment:\/\/(.+)$/.exec(typeof url === "string" ? url : "") ?? [];
  return attachments.find(({ filename }) => filename === name);
}

function listIds(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  const { id } = value as Fields;
  return [...(typeof id === "number" ? [id] : []), ...Object.values(value).flatMap(listIds)];
}

function nextId(usedIds: Set<unknown>): number {
  let id = 1;
  while (usedIds.has(id)) id += 1;
  usedIds.add(id);
  return id;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(toFields(value)).map(([name, field]) => [name, withoutNulls(field)]),
  );
}

/** Treats null as absent. */
function toFields(value: unknown): Fields {
  const entries = Object.entries(value ?? {}).filter(([, field]) => field !== null && field !== undefined);
  return Object.fromEntries(entries);
}

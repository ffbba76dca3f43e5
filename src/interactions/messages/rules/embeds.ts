import { embedLimits, messageLimits } from "../../../wire/limits.ts";
import {
  type Check,
  flag,
  list,
  moment,
  type Path,
  problem,
  type Problems,
  record,
  text,
  url,
  whole,
} from "./checks.ts";

const address = url(2048, "http", "https");
const picture = url(2048, "http", "https", "attachment");
const size = whole(0, 2 ** 31 - 1);

const media = record({
  optional: {
    url: picture,
    width: whole(),
    height: whole(),
    placeholder: text(64),
    placeholder_version: size,
    is_animated: flag,
    description: text(4096),
  },
});

const field = { name: text(embedLimits.fieldName), value: text(embedLimits.fieldValue) };

/** An embed (Discord documentation, Message, "Embed Limits"; the service's published description, `RichEmbed`). */
export const embed: Check = record({
  optional: {
    type: text(152_133),
    url: address,
    title: text(embedLimits.title),
    color: whole(0, 0xff_ff_ff),
    timestamp: moment,
    description: text(embedLimits.description),
    author: record({ optional: { name: text(embedLimits.author), url: address, icon_url: picture } }),
    image: media,
    thumbnail: media,
    footer: record({ optional: { text: text(embedLimits.footer), icon_url: picture } }),
    fields: list(record({ required: field, optional: { inline: flag } }), embedLimits.fields),
    provider: record({ optional: { name: text(256), url: address } }),
    video: media,
  },
});

interface Embed {
  readonly title?: string | null;
  readonly description?: string | null;
  readonly fields?: readonly { readonly name: string; readonly value: string }[] | null;
  readonly footer?: { readonly text?: string | null } | null;
  readonly author?: { readonly name?: string | null } | null;
}

/** Checks the total length of all strings in all embeds (Discord documentation, Message, "Embed Limits"). */
export function checkEmbedSize(embeds: readonly unknown[], path: Path): Problems {
  const characters = embeds
    .flatMap((one) => textsOf(one as Embed))
    .reduce((sum, words) => sum + Array.from(words ?? "").length, 0);
  if (characters <= messageLimits.embedCharacters) return [];
  return problem(
    path,
    "MAX_EMBED_SIZE_EXCEEDED",
    `Embed size exceeds maximum size of ${messageLimits.embedCharacters}`,
  );
}

function textsOf({ title, description, fields, footer, author }: Embed) {
  const named = (fields ?? []).flatMap(({ name, value }) => [name, value]);
  return [title, description, footer?.text, author?.name, ...named];
}

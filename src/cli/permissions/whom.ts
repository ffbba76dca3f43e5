import { allChannelsId, everyoneId, type PermissionOverwrite, PermissionType } from "slashpass/commands";
import { misunderstood } from "../frame/failure.ts";
import { isId } from "../settings/check-config.ts";

/** Whom an overwrite is about. */
export type Whom = Pick<PermissionOverwrite, "id" | "type">;

const types = {
  role: PermissionType.Role,
  user: PermissionType.User,
  channel: PermissionType.Channel,
} as const;

/**
 * Reads `role:<id>`, `user:<id>`, `channel:<id>`, `everyone` and `all-channels`.
 *
 * @throws Failure `misunderstood`.
 */
export function parseWhom(text: string, guildId: string): Whom {
  if (text === "everyone") return { id: everyoneId(guildId), type: types.role };
  if (text === "all-channels") return { id: allChannelsId(guildId), type: types.channel };
  const [kind = "", id] = text.split(":", 2);
  if (isId(id) && Object.hasOwn(types, kind))
    return { id: id as string, type: types[kind as keyof typeof types] };
  throw misunderstood(
    `'${text}' names no role, user or channel.`,
    "Write role:<id>, user:<id>, channel:<id>, everyone or all-channels.",
  );
}

/** The same words for people. */
export function describeWhom({ id, type }: Whom, guildId: string): string {
  if (type === types.role && id === everyoneId(guildId)) return "everyone";
  if (type === types.channel && id === allChannelsId(guildId)) return "all-channels";
  const [kind = String(type)] = Object.entries(types).find(([, one]) => one === type) ?? [];
  return `${kind}:${id}`;
}

/** Whether two overwrites are about the same. */
export function isSame(one: Whom, other: Whom): boolean {
  return one.id === other.id && one.type === other.type;
}

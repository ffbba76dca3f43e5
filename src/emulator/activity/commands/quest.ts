import { fields } from "../../../core/check/fields.ts";
import { asItIs, textOf } from "../../../core/check/readers.ts";
import { RpcErrorCode } from "../../../wire/desktop-client.ts";
import { RpcRefusal } from "../rpc/rpc-refusal.ts";
import type { Quest } from "../../state/quest.ts";
import { type ActivityCall, type ActivityCommand, createCommand } from "../command.ts";

const readQuest = fields<{ quest_id: string }>({ quest_id: textOf({ most: 64 }) });

/** The Quest of the application. */
export const getQuest: ActivityCommand = createCommand(
  asItIs<unknown>(),
  (call) => {
    const quest = find(call, undefined);
    const progress = quest.of(call.frame.player.name);
    return {
      quest_id: quest.id,
      enrolled_at: progress?.enrolledAt ?? null,
      completed_at: progress?.completedAt ?? null,
      external_cta_url: quest.url,
    };
  },
  ["identify"],
);

/** Whether the player has accepted it. */
export const getQuestEnrollmentStatus: ActivityCommand = createCommand(
  readQuest,
  (call, { quest_id }) => {
    const progress = find(call, quest_id).of(call.frame.player.name);
    return { quest_id, is_enrolled: progress !== undefined, enrolled_at: progress?.enrolledAt ?? null };
  },
  ["identify"],
);

/** The player plays for it from now on. */
export const startQuestTimer: ActivityCommand = createCommand(
  readQuest,
  (call, { quest_id }) => {
    if (find(call, quest_id).start(call.frame.player.name)) return { success: true };
    throw new RpcRefusal(RpcErrorCode.InvalidCommand, "User is not enrolled in quest");
  },
  ["identify"],
);

/** @throws RpcRefusal 4002, as of a Quest that is another's. */
function find({ frame: { application } }: ActivityCall, id: string | undefined): Quest {
  const { quest } = application;
  if (quest && (id === undefined || id === quest.id)) return quest;
  const reason = id === undefined ? "give the emulator's application one" : id;
  throw new RpcRefusal(RpcErrorCode.InvalidCommand, `Quest not found: ${reason}`);
}

import { asItIs } from "../../../core/check/readers.ts";
import { type ActivityCommand, createCommand } from "../command.ts";
import { describeParticipants } from "../described-participant.ts";

/** Who takes part. */
export const getParticipants: ActivityCommand = createCommand(asItIs(), ({ live, frame }) => ({
  participants: describeParticipants(live.world, frame.instance),
}));

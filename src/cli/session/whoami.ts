import { type CurrentUser, isClientError, type Session } from "slashpass";
import type { Call, Outcome } from "../frame/run-command.ts";
import { columns } from "../frame/columns.ts";
import type { whoami } from "./definitions.ts";
import { describeSession, rowsOf, explain } from "./describe.ts";
import { openSession } from "./open-client.ts";

export async function run(call: Call<typeof whoami.options>): Promise<Outcome> {
  const { options, terminal, signal } = call;
  try {
    await using opened = await openSession(call);
    const { session, settings } = opened;
    const player = await playerOf(session, signal);
    const described = describeSession(session, settings, options.account, player);
    terminal.print(columns(rowsOf(described, Date.now()), terminal.columns));
    return { result: { ...described } };
  } catch (error) {
    throw explain(error, signal);
  }
}

async function playerOf(session: Session, signal: AbortSignal): Promise<CurrentUser | null> {
  try {
    return await session.user({ signal });
  } catch (error) {
    if (isClientError(error) && ["missing_access", "missing_scope"].includes(error.code)) return null;
    throw error;
  }
}

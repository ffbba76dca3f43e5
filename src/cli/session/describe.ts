import type { CurrentUser, Session } from "slashpass";
import { shown } from "../frame/shown.ts";
import { applicationOf } from "../settings/confirm-write.ts";

/** A session as `--json` shows it. */
export interface DescribedSession {
  readonly applicationId: string;
  readonly environment: string | null;
  readonly account: string | null;
  /** Null where the scopes do not allow to ask. */
  readonly player: CurrentUser | null;
  readonly scopes: readonly string[];
  /** When the access token ends; null where the service does not say. */
  readonly expiresAt: string | null;
}

interface Place {
  readonly applicationId: string | bigint;
  readonly environment: string | undefined;
}

export function describeSession(
  session: Pick<Session, "scopes" | "expiresAt">,
  { applicationId, environment }: Place,
  account: string | undefined,
  player: CurrentUser | null,
): DescribedSession {
  return {
    applicationId: String(applicationId),
    environment: environment ?? null,
    account: account ?? null,
    player,
    ...termsOf(session),
  };
}

/** What a session allows, and until when. */
export function termsOf({
  scopes,
  expiresAt,
}: Pick<Session, "scopes" | "expiresAt">): Pick<DescribedSession, "scopes" | "expiresAt"> {
  return {
    scopes: scopes.split(" ").filter(Boolean),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

/** The same in rows of two columns. */
export function rowsOf(described: DescribedSession, now: number): string[][] {
  const { player, account, scopes, expiresAt } = described;
  return [
    [
      "Player",
      player
        ? `${shown(player.name)} (${shown(player.id)})`
        : "not known: the scope identify was not granted",
    ],
    ["Application", applicationOf(described)],
    ...(account === null ? [] : [["Account", account]]),
    ["Scopes", shown(scopes.join(" "))],
    [
      "Token",
      expiresAt === null ? "not known: the service did not say when it expires" : endOf(expiresAt, now),
    ],
  ];
}

function endOf(expiresAt: string, now: number): string {
  const at = `${expiresAt.slice(0, 16).replace("T", " ")} UTC`;
  return `until ${at}, ${timeLeft(Date.parse(expiresAt) - now)}; renewed when it is used`;
}

function timeLeft(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const format = new Intl.RelativeTimeFormat("en");
  if (minutes < 90) return format.format(minutes, "minute");
  return minutes < 2880
    ? format.format(Math.round(minutes / 60), "hour")
    : format.format(Math.round(minutes / 1440), "day");
}

// How a player enters: the client issues a code, the server exchanges it for a session and an access token, and the client
// authenticates with that token.
import { DiscordSDK } from "@discord/embedded-app-sdk";
import { Problem } from "./explain.ts";

/** A player in the Activity, as reported by the client. */
export interface Participant {
  readonly id: string;
  readonly name: string;
}

/** How often each admitted player has waved, by player id. */
export type Room = Readonly<Record<string, number>>;

export interface Listeners {
  readonly onParticipants: (participants: readonly Participant[]) => void;
  readonly onRoom: (room: Room) => void;
  readonly onProblem: (error: unknown) => void;
}

/** The client completes the handshake immediately, but never responds to another application's page. */
const patienceMs = 10_000;

export async function enter({ onParticipants, onRoom, onProblem }: Listeners): Promise<Participant> {
  const client_id = import.meta.env["VITE_APPLICATION_ID"] as string;
  if (!new URLSearchParams(location.search).has("frame_id")) throw new Problem("no_client");
  const sdk = new DiscordSDK(client_id);
  await Promise.race([sdk.ready(), refusedOrSilent()]);

  const { code } = await sdk.commands.authorize({
    client_id,
    response_type: "code",
    scope: ["identify"],
    prompt: "none",
    state: "",
  });
  // Sends no player id, because the server gets it from Discord in exchange for the code.
  const { accessToken } = await post("session", { code, instanceId: sdk.instanceId });
  const { user } = await sdk.commands.authenticate({ access_token: accessToken });

  const show = ({ participants }: { participants: readonly Named[] }): void =>
    onParticipants(participants.map((one) => ({ id: one.id, name: nameOf(one) })));
  await sdk.subscribe("ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE", show);
  show(await sdk.commands.getActivityInstanceConnectedParticipants());
  follow(onRoom, onProblem);
  return { id: user.id, name: nameOf(user) };
}

export async function wave(): Promise<void> {
  await post("wave", {});
}

/** Follows the server's stream of admitted players. The browser sends the session cookie. */
function follow(onRoom: Listeners["onRoom"], onProblem: Listeners["onProblem"]): void {
  const stream = new EventSource("/.proxy/api/room");
  stream.addEventListener("message", ({ data }: MessageEvent<string>) => onRoom(JSON.parse(data) as Room));
  // A dropped stream reconnects automatically; a rejected one does not.
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED) onProblem(new Problem("not_participant"));
  });
}

async function post(path: string, body: object): Promise<{ accessToken: string }> {
  const response = await fetch(`/.proxy/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json().catch(() => ({}))) as { accessToken: string; error?: string };
  if (!response.ok) throw new Problem(answer.error ?? `status_${response.status}`);
  return answer;
}

/** The SDK receives the client's reason for closing the connection, but does not expose it. */
async function refusedOrSilent(): Promise<never> {
  const code = await new Promise<number | undefined>((resolve) => {
    setTimeout(() => resolve(undefined), patienceMs);
    addEventListener("message", ({ data, source }: MessageEvent<unknown>) => {
      const [opcode, payload] = Array.isArray(data) ? (data as [unknown, { code?: number } | undefined]) : [];
      if (source === parent && opcode === 2) resolve(payload?.code);
    });
  });
  throw new Problem(code === undefined ? "client_silent" : `client_closed_${code}`);
}

interface Named {
  readonly id: string;
  readonly username: string;
  readonly global_name?: string | null | undefined;
  readonly nickname?: string | undefined;
}

function nameOf({ nickname, global_name, username }: Named): string {
  return nickname ?? global_name ?? username;
}

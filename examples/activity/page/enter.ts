// How a player comes in: the client gives a code, the server makes a session and a token of it, the client takes the token.
import { DiscordSDK } from "@discord/embedded-app-sdk";
import { Problem } from "./explain.ts";

/** Who has the Activity open, as the client says. */
export interface Participant {
  readonly id: string;
  readonly name: string;
}

/** How often each player has waved, of those whom the server let in, by their ids. */
export type Room = Readonly<Record<string, number>>;

export interface Listeners {
  readonly onParticipants: (participants: readonly Participant[]) => void;
  readonly onRoom: (room: Room) => void;
  readonly onProblem: (error: unknown) => void;
}

/** The client answers a handshake at once; it says nothing at all to another application's. */
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
  // No id of a player: the server asks the service whose code it is.
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

/** The server tells of everybody whom it let in, as long as this stream is open. The browser sends the cookie. */
function follow(onRoom: Listeners["onRoom"], onProblem: Listeners["onProblem"]): void {
  const stream = new EventSource("/.proxy/api/room");
  stream.addEventListener("message", ({ data }: MessageEvent<string>) => onRoom(JSON.parse(data) as Room));
  // One that was cut off connects again by itself; one that was refused does not.
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

/** The SDK hears why the client closed the connection, and tells nobody. */
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

// The program of the page that holds an Activity in a frame, as the client does. It carries messages between the Activity and
// the emulator, and shows what is wrong; what messages mean, the emulator alone knows.
import { showProblem } from "./show-problem.ts";

const frame = document.querySelector("iframe") as HTMLIFrameElement;
const ticket = new URLSearchParams(location.search).get("ticket") ?? "";
const socket = new WebSocket(`ws://${location.host}/.slashpass/frame?${new URLSearchParams({ ticket })}`);
let isOver = false;
/** The close code of what ends as it should: the player has left. */
const left = 1000;

socket.addEventListener("open", () => {
  // Not before: what the Activity says first would have nobody to hear it.
  frame.src = frame.dataset["address"] ?? "/";
});

socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
  const message: unknown = JSON.parse(data);
  if (!Array.isArray(message)) return showProblem(message as Parameters<typeof showProblem>[0]);
  const [opcode, payload] = message as [number, { code?: number; message?: string } | undefined];
  if (opcode === 2) {
    isOver = true;
    if (payload?.code !== left)
      showProblem({
        message: `The client closed the connection to the Activity: ${payload?.message} (${payload?.code})`,
        hint: "Correct that, then launch the Activity again.",
      });
  }
  frame.contentWindow?.postMessage(message, location.origin);
});

socket.addEventListener("close", ({ reason }) => {
  if (isOver) return;
  showProblem({
    message: reason === "" ? "The connection to the emulator ended." : reason,
    hint: "If the emulator was restarted, launch the Activity again from its page.",
  });
});

addEventListener("message", ({ data, source, origin }: MessageEvent<unknown>) => {
  if (source !== frame.contentWindow || !Array.isArray(data)) return;
  if (origin === location.origin) return carry(data);
  showProblem({
    message: `A page of ${origin} sends messages from the Activity's frame. The client accepts them only from pages of its own proxy: ${location.origin}.`,
    hint: "Serve the page through the mapping for '/': in the real client, too, the frame stays on the Activity's own origin.",
  });
});

let speaker: Document | null | undefined;

/** What a page says that was loaded in the place of another has a connection of its own. */
function carry(message: unknown): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (speaker !== undefined && speaker !== frame.contentDocument) socket.send('{"page":"new"}');
  speaker = frame.contentDocument;
  socket.send(JSON.stringify(message));
}

// What this page itself may not show: the frame was led to another site.
document.addEventListener("securitypolicyviolation", ({ blockedURI }) => {
  showProblem({
    message: `The Activity's frame tried to show ${blockedURI}, which the client does not allow.`,
    hint: "Open links to other sites with the SDK's command openExternalLink; redirects must stay on the Activity's own origin.",
  });
});

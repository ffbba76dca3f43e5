const frame = document.querySelector("iframe") as HTMLIFrameElement;
const ticket = new URLSearchParams(location.search).get("ticket") ?? "";
const socket = new WebSocket(`ws://${location.host}/.slashpass/frame?${new URLSearchParams({ ticket })}`);
let isOver = false;
const normalClosure = 1000;

socket.addEventListener("open", () => {
  // Loaded after the socket has opened, because earlier messages from the Activity would be lost.
  frame.src = frame.dataset["address"] ?? "/";
});

socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
  const message: unknown = JSON.parse(data);
  if (!Array.isArray(message)) return showProblem(message as Problem);
  const [opcode, payload] = message as [number, { code?: number; message?: string } | undefined];
  if (opcode === 2) {
    isOver = true;
    if (payload?.code !== normalClosure)
      showProblem({
        message: `The client closed the connection to the Activity: ${payload?.message} (${payload?.code})`,
        hint: "Correct the error, then launch the Activity again.",
      });
  }
  frame.contentWindow?.postMessage(message, location.origin);
});

socket.addEventListener("close", ({ reason }) => {
  if (isOver) return;
  showProblem({
    message: reason === "" ? "The connection to the emulator was closed." : reason,
    hint: "If the emulator was restarted, launch the Activity again from the emulator's page.",
  });
});

addEventListener("message", ({ data, source, origin }: MessageEvent<unknown>) => {
  if (source !== frame.contentWindow || !Array.isArray(data)) return;
  if (origin === location.origin) return carry(data);
  showProblem({
    message: `A page from ${origin} in the Activity's frame sent a message. The client accepts messages only from its own proxy, ${location.origin}.`,
    hint: "Serve the page through the mapping for '/', because the real client also keeps the frame on the Activity's own origin.",
  });
});

let speaker: Document | null | undefined;

function carry(message: unknown): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (speaker !== undefined && speaker !== frame.contentDocument) socket.send('{"page":"new"}');
  speaker = frame.contentDocument;
  socket.send(JSON.stringify(message));
}

// A blocked frame means that the Activity tried to navigate to another site.
document.addEventListener("securitypolicyviolation", ({ blockedURI }) => {
  showProblem({
    message: `The Activity's frame tried to show ${blockedURI}, which the client does not allow.`,
    hint: "Open links to other sites with the SDK's openExternalLink command. Redirects must stay on the Activity's own origin.",
  });
});

type Problem = Readonly<Record<"message" | "hint", string>>;

const mostDisplayed = 3;

function showProblem({ message, hint }: Problem): void {
  // oxlint-disable-next-line no-console -- developers of an Activity look here first
  console.error(`[slashpass] ${message}\n${hint}`);
  const bar = document.querySelector("#problems") as HTMLElement;
  const article = document.createElement("article");
  const close = document.createElement("button");
  close.textContent = "Hide";
  close.addEventListener("click", () => article.remove());
  article.append(close, line("strong", message), line("p", hint));
  bar.append(article);
  if (bar.childElementCount > mostDisplayed) bar.firstElementChild?.remove();
}

function line(kind: "strong" | "p", text: string): HTMLElement {
  const element = document.createElement(kind);
  element.textContent = text;
  return element;
}

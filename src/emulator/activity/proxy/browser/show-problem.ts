/** What is wrong, and what to do. */
interface Problem {
  readonly message: string;
  readonly hint: string;
}

/** More than these would hide the Activity. */
const mostShown = 3;

/** Tells of something in a bar over the Activity, and in the console. */
export function showProblem({ message, hint }: Problem): void {
  // oxlint-disable-next-line no-console -- it is where the makers of an Activity look first.
  console.error(`[slashpass] ${message}\n${hint}`);
  const bar = document.querySelector("#problems") as HTMLElement;
  const shown = document.createElement("article");
  const close = document.createElement("button");
  close.textContent = "Hide";
  close.addEventListener("click", () => shown.remove());
  shown.append(close, line("strong", message), line("p", hint));
  bar.append(shown);
  if (bar.childElementCount > mostShown) bar.firstElementChild?.remove();
}

function line(kind: "strong" | "p", text: string): HTMLElement {
  const element = document.createElement(kind);
  element.textContent = text;
  return element;
}

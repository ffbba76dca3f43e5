// Inserts text only, never HTML.
import { render } from "preact";
import { connect, readOpenedWindow } from "./actions.ts";
import { model, onChange, update } from "../model/model.ts";
import { Page } from "./page.tsx";

const root = document.getElementById("page") as HTMLElement;
root.replaceChildren();

function draw(): void {
  const log = document.getElementById("log");
  const isAtEnd = !log || log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  render(<Page />, root);
  const drawn = document.getElementById("log");
  if (drawn && isAtEnd) drawn.scrollTop = drawn.scrollHeight;
}

update({ window: readOpenedWindow() });
onChange(draw);
document.addEventListener("visibilitychange", connect);
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || model.menu === undefined) return;
  const opener = document.querySelector<HTMLElement>('[aria-expanded="true"]');
  update({ menu: undefined });
  opener?.focus();
});
draw();
connect();

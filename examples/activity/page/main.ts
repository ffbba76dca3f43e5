// The Activity's page: lists the players and how often each has waved.
import { explain } from "./explain.ts";
import { enter, wave } from "./enter.ts";
import type { Participant, Room } from "./enter.ts";

const status = document.querySelector("#status") as HTMLParagraphElement;
const list = document.querySelector("#players") as HTMLUListElement;
const button = document.querySelector("#wave") as HTMLButtonElement;
let participants: readonly Participant[] = [];
let room: Room = {};

function tell(error: unknown): void {
  const text = explain(error);
  status.textContent = text;
  console.error(`[activity] ${text}`, error);
}

function draw(): void {
  const lines = participants.map(({ id, name }) => {
    const line = document.createElement("li");
    const waves = room[id];
    line.textContent = waves === undefined ? `${name} is joining` : `${name} has waved: ${waves}`;
    return line;
  });
  list.replaceChildren(...lines);
}

button.addEventListener("click", () => void wave().catch(tell));

try {
  const me = await enter({
    onParticipants: (now) => {
      participants = now;
      draw();
    },
    onRoom: (now) => {
      room = now;
      draw();
    },
    onProblem: tell,
  });
  status.textContent = `You are ${me.name}.`;
  button.hidden = false;
} catch (error) {
  tell(error);
}

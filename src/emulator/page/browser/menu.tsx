import { act } from "./actions.ts";
import { model, update } from "../model/model.ts";
import type { ShownCommand } from "../model/view.ts";

interface MenuProps {
  /** Of the player or the message. */
  readonly id: string;
  readonly name: string;
  readonly commands: readonly ShownCommand[];
  /** The one that is open. */
  readonly open: string | undefined;
}

/** The commands that are used on a player or a message: behind a button, and behind the right mouse button. */
export function Menu({ id, name, commands, open }: MenuProps) {
  if (commands.length === 0) return null;
  const isOpen = open === id;
  return (
    <span class="menu">
      <button
        type="button"
        class="small"
        aria-expanded={isOpen}
        aria-label={`Commands for ${name}`}
        title={`Commands for ${name}`}
        onClick={() => update({ menu: model.menu === id ? undefined : id })}
      >
        ⋯
      </button>
      {isOpen && (
        <span class="items">
          {commands.map(({ title }) => (
            <button
              key={title}
              type="button"
              dir="auto"
              onClick={() => void act("/play/use", { command: title, target: id, values: {} })}
            >
              {title}
            </button>
          ))}
        </span>
      )}
    </span>
  );
}

/** Opens it in the place of the browser's own. */
export function openMenu(event: Event, id: string): void {
  event.preventDefault();
  update({ menu: id });
}

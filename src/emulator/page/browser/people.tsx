import type { PlayState, ShownCommand } from "../model/view.ts";
import { act } from "./actions.ts";
import { model, update } from "../model/model.ts";

export function People({ state }: { readonly state: PlayState }) {
  const commands = state.commands.filter(({ kind }) => kind === "user");
  return (
    <section aria-labelledby="people-title">
      <h2 id="people-title">People here</h2>
      <ul class="people">
        {state.people.map(({ id, name, status }) => (
          <li key={id} onContextMenu={(event) => commands.length > 0 && openMenu(event, id)}>
            <span>
              <bdi>{name}</bdi>
              {status !== "" && <small dir="auto">{status}</small>}
            </span>
            <Menu id={id} name={name} commands={commands} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface MenuProps {
  readonly id: string;
  readonly name: string;
  readonly commands: readonly ShownCommand[];
}

export function Menu({ id, name, commands }: MenuProps) {
  if (commands.length === 0) return null;
  const isOpen = model.menu === id;
  return (
    <span class="menu">
      <button
        type="button"
        class="small"
        aria-expanded={isOpen}
        aria-label={`Commands for ${name}`}
        title={`Commands for ${name}`}
        onClick={() => update({ menu: isOpen ? undefined : id })}
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

export function openMenu(event: Event, id: string): void {
  event.preventDefault();
  update({ menu: id });
}

import { Menu, openMenu } from "./menu.tsx";
import type { PlayState } from "../model/view.ts";

/** Who is here, for the commands that are used on players. */
export function People({ state, menu }: { readonly state: PlayState; readonly menu: string | undefined }) {
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
            <Menu id={id} name={name} commands={commands} open={menu} />
          </li>
        ))}
      </ul>
    </section>
  );
}

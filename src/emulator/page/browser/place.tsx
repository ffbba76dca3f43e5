import { go } from "./live.ts";
import type { Named, PlayState } from "../model/view.ts";

/** Who and where the person is: each choice counts at once. */
export function Place({ state }: { readonly state: PlayState }) {
  const { application, applications, player, players, guild, guilds, channel, channels } = state;
  const names = players.map(({ name }) => ({ id: name, name }));
  const isAlone = applications.length === 1 && guilds.length === 0;
  return (
    <form class="place" onSubmit={(event) => event.preventDefault()}>
      <Pick name="player" label="You are" items={names} chosen={player.name} />
      {!isAlone && (
        <>
          <Pick name="application" label="Application" items={applications} chosen={application.id} />
          <Pick name="guild" label="Guild" items={[direct, ...guilds]} chosen={guild?.id ?? ""} />
        </>
      )}
      {guild && <Pick name="channel" label="Channel" items={channels} chosen={channel.id} />}
    </form>
  );
}

const direct: Named = { id: "", name: "None: direct messages" };

interface PickProps {
  readonly name: string;
  readonly label: string;
  readonly items: readonly Named[];
  readonly chosen: string;
}

function Pick({ name, label, items, chosen }: PickProps) {
  return (
    <div>
      <label for={name}>{label}</label>
      <select id={name} value={chosen} onChange={({ currentTarget }) => go({ [name]: currentTarget.value })}>
        {items.map((item) => (
          <option key={item.id} value={item.id} selected={item.id === chosen}>
            {item.name}
          </option>
        ))}
      </select>
    </div>
  );
}

// Inserts text only, never HTML.
import { render } from "preact";
import { connect, windowKey, go } from "./actions.ts";
import { model, onChange, update } from "../model/model.ts";
import { Activities, Messages } from "./activity.tsx";
import { Chat, People } from "./chat.tsx";
import { Commands } from "./commands.tsx";
import { ConditionForms, Developer } from "./developer.tsx";
import { Exchanges } from "./exchanges.tsx";
import { OpenForm } from "./form.tsx";
import { onSubmit, Pick } from "./parts.tsx";
import type { Named, PlayState } from "../model/view.ts";

function Page() {
  const { state, isConnected, waiting } = model;
  if (!state) {
    return (
      <main class="alone">
        <h1>slashpass emulator</h1>
        <p role="status">{isConnected ? "Waiting for the emulator…" : disconnected}</p>
      </main>
    );
  }
  return (
    <>
      <header>
        <h1 dir="auto">{state.application.name}</h1>
        <LocationForm state={state} />
      </header>
      {!isConnected && (
        <p class="banner" role="alert">
          {disconnected}
        </p>
      )}
      <main>
        <Activities state={state} />
        <div class="chat">
          <Chat state={state} />
          <p class="waiting" role="status">
            {waiting > 0 ? "Waiting for the game…" : ""}
          </p>
          {model.form && <OpenForm key={model.form.id} form={model.form} />}
          <Commands state={state} />
          <People state={state} />
        </div>
        <div class="inspector">
          <Messages />
          <Exchanges />
          <Developer state={state} />
          <ConditionForms conditions={state.conditions} />
        </div>
      </main>
      <footer>
        This is the slashpass emulator, running on your own machine. It never contacts the real service.
      </footer>
    </>
  );
}

const disconnected =
  "The emulator no longer responds. The page reconnects automatically when the emulator runs again.";

function LocationForm({ state }: { readonly state: PlayState }) {
  const { application, applications, player, players, guild, guilds, channel, channels } = state;
  const names = players.map(({ name }) => ({ id: name, name }));
  const isAlone = applications.length === 1 && guilds.length === 0;
  const picks = [
    { id: "player", label: "You are", items: names, chosen: player.name },
    ...(isAlone
      ? []
      : [
          { id: "application", label: "Application", items: applications, chosen: application.id },
          { id: "guild", label: "Guild", items: [direct, ...guilds], chosen: guild?.id ?? "" },
        ]),
    ...(guild ? [{ id: "channel", label: "Channel", items: channels, chosen: channel.id }] : []),
  ];
  return (
    <form class="location" onSubmit={onSubmit(() => undefined)}>
      {picks.map((pick) => (
        <Pick key={pick.id} {...pick} choose={(chosen) => go({ [pick.id]: chosen })} />
      ))}
    </form>
  );
}

const direct: Named = { id: "", name: "None: direct messages" };

const root = document.getElementById("page") as HTMLElement;
root.replaceChildren();

function draw(): void {
  const log = document.getElementById("log");
  const isAtEnd = !log || log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  render(<Page />, root);
  const drawn = document.getElementById("log");
  if (drawn && isAtEnd) drawn.scrollTop = drawn.scrollHeight;
}

update({ window: sessionStorage.getItem(windowKey) ?? undefined });
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

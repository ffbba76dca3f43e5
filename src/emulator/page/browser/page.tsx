import { Activities } from "./activity.tsx";
import { Chat } from "./chat.tsx";
import { Commands } from "./commands.tsx";
import { ConditionForms } from "./conditions.tsx";
import { Exchanges } from "./exchanges.tsx";
import { Messages } from "./messages.tsx";
import { OpenForm } from "./form.tsx";
import type { Model } from "../model/model.ts";
import { People } from "./people.tsx";
import { Place } from "./place.tsx";
import { Developer } from "./portal.tsx";

export function Page({ model }: { readonly model: Model }) {
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
        <Place state={state} />
      </header>
      {!isConnected && (
        <p class="banner" role="alert">
          {disconnected}
        </p>
      )}
      <main>
        <Activities model={model} state={state} />
        <div class="chat">
          <Chat model={model} state={state} />
          <p class="waiting" role="status">
            {waiting > 0 ? "Waiting for the game…" : ""}
          </p>
          {model.form && <OpenForm key={model.form.id} form={model.form} />}
          <Commands state={state} suggestions={model.suggestions} />
          <People state={state} menu={model.menu} />
        </div>
        <div class="inspector">
          <Messages model={model} />
          <Exchanges model={model} />
          <Developer state={state} copied={model.copied} revealed={model.revealed} />
          <ConditionForms conditions={state.conditions} />
        </div>
      </main>
      <footer>
        This is the slashpass emulator on your own machine. Nothing here reaches the real service.
      </footer>
    </>
  );
}

const disconnected =
  "The emulator does not answer any more. When it runs again, the page continues by itself.";

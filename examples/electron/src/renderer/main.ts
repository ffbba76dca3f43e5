// The game's page, with a status line and buttons.
import { slashpass } from "slashpass/electron/renderer";
import { describe } from "./describe.ts";

const find = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
const line = find("line");
const avatar = find("avatar") as HTMLImageElement;
const signIn = find("sign-in");
const cancel = find("cancel");
const signOut = find("sign-out");

slashpass.subscribe((state) => {
  const { status, player } = state;
  line.textContent = describe(state);
  avatar.hidden = player?.avatar === undefined;
  avatar.src = player?.avatar ?? "";
  signIn.hidden = status !== "signed-out";
  cancel.hidden = status !== "signing-in";
  signOut.hidden = status !== "signed-in";
});

signIn.addEventListener("click", () => void slashpass.signIn());
cancel.addEventListener("click", () => void slashpass.cancel());
signOut.addEventListener("click", () => void slashpass.signOut());

// The game's page with React. It replaces main.ts.
import { createRoot } from "react-dom/client";
import { useSlashpass } from "slashpass/electron/react";
import { describe } from "./describe.ts";

function SignIn() {
  const { signIn, cancel, signOut, ...state } = useSlashpass();
  const { status, player } = state;
  return (
    <>
      {player?.avatar !== undefined && <img alt="" width="64" height="64" src={player.avatar} />}
      <p role="status">{describe(state)}</p>
      {status === "signed-out" && <button onClick={() => void signIn()}>Sign in with Discord</button>}
      {status === "signing-in" && <button onClick={() => void cancel()}>Cancel</button>}
      {status === "signed-in" && <button onClick={() => void signOut()}>Sign out</button>}
    </>
  );
}

createRoot(document.body).render(<SignIn />);

// The page of a game that uses React.
import { createElement, type ReactElement } from "react";
import { createRoot } from "react-dom/client";
import { useSlashpass } from "../../../src/electron/react.ts";

function SignIn(): ReactElement {
  const { status, player, signIn, signOut } = useSlashpass();
  const isSignedIn = status === "signed-in";
  const onClick = (): void => void (isSignedIn ? signOut() : signIn());
  const line = createElement("p", { id: "line" }, `${status} ${player?.name ?? "nobody"}`);
  return createElement(
    "div",
    null,
    line,
    createElement("button", { onClick }, isSignedIn ? "Sign out" : "Sign in"),
  );
}

const page = globalThis as unknown as { readonly document: { getElementById(id: string): never } };
createRoot(page.document.getElementById("state")).render(createElement(SignIn));

import type { OpenPrompts } from "../rpc/prompts.ts";
import type { EmulatorApplication } from "../../state/application.ts";
import type { Player } from "../../state/players.ts";

/** A question that the desktop client shows. */
export interface DesktopClientPrompt {
  readonly application: EmulatorApplication;
  /** Whom it asks. */
  readonly player: Player;
  readonly scopes: readonly string[];
  accept(): void;
  deny(): void;
}

/** What is asked. */
export type Question = Pick<DesktopClientPrompt, "application" | "player" | "scopes">;

/** The questions of the desktop client. */
export type DesktopClientPrompts = OpenPrompts<Question>;

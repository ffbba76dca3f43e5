import type { Named, Problem } from "./view.ts";

/** A running Activity. */
export interface ShownActivity {
  readonly id: string;
  /** Where it was launched, in words. */
  readonly where: string;
  readonly players: readonly string[];
  /** Whether the player is one of them. */
  readonly isJoined: boolean;
}

/** Somebody asks the player to join. */
export interface ShownInvitation {
  /** What runs: it tells the invitation from others. */
  readonly activity: string;
  /** Whose Activity it is: the page may show another application. */
  readonly application: Named;
  readonly from: string;
  readonly text: string;
}

/** A window of the player in which an Activity is open. */
export interface ShownFrame {
  readonly ticket: string;
  readonly activity: string;
  /** Of the page that holds the Activity's. */
  readonly url: string;
  readonly players: readonly ShownParticipant[];
  /** How far the Activity has got, in words. */
  readonly connection: string;
  readonly controls: readonly ShownControl[];
  readonly layout: "focused" | "pip" | "grid";
  readonly platform: "desktop" | "mobile";
  readonly orientation: "portrait" | "landscape";
  /** Whether it is the Activity that wants to be held so. */
  readonly isLocked: boolean;
  /** The oldest first: it is the one that is shown. */
  readonly prompts: readonly ShownPrompt[];
  /** What keeps the Activity from running as it should. */
  readonly problems: readonly Problem[];
}

export interface ShownParticipant {
  readonly id: string;
  readonly name: string;
  readonly isSpeaking: boolean;
}

/** Something that the person sets in the place of the real client. */
export interface ShownControl {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly items: readonly Named[];
}

/** What the player is asked over the frame. */
export interface ShownPrompt {
  readonly id: string;
  readonly title: string;
  /** Each is a line; `code` stands beside it as it is. */
  readonly lines: readonly { readonly text: string; readonly code?: string | undefined }[];
  readonly accept: string;
  readonly deny: string;
  /** What the player picks one of; undefined where there is nothing to pick. */
  readonly choice?: { readonly label: string; readonly items: readonly Named[] } | undefined;
  /** Whether a picture can be given. */
  readonly hasFile?: boolean | undefined;
  /** What is opened in another tab when the player accepts. */
  readonly link?: string | undefined;
}

/** A message between the Activity and the emulator. */
export interface ShownMessage {
  /** The ticket of the frame. */
  readonly frame: string;
  readonly number: number;
  readonly from: "activity" | "client";
  /** Name of the command or the event. */
  readonly title: string;
  readonly outcome: "done" | "refused";
  /** What kind of message it is, in a word or two. */
  readonly kind: string;
  /** ISO 8601. */
  readonly at: string;
  /** JSON, its secrets masked. */
  readonly body: string;
}

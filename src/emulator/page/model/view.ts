import type { SeenForm, SeenMessage } from "../../player/seen.ts";
import type { ShownActivity, ShownFrame, ShownInvitation } from "./activity-view.ts";

/** Something with a name that a person picks. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** What the page shows, except for the requests and answers. */
export interface PlayState {
  /** Tells this page from others that are open. */
  readonly window: string;
  readonly application: Named;
  readonly player: Named;
  readonly guild: Named | undefined;
  readonly channel: Named;
  readonly applications: readonly Named[];
  readonly players: readonly Named[];
  readonly guilds: readonly Named[];
  /** Of the guild. */
  readonly channels: readonly Named[];
  /** Who is here, for commands on players. */
  readonly people: readonly Person[];
  readonly commands: readonly ShownCommand[];
  /** What was said where the player is, the oldest first. */
  readonly messages: readonly ChatMessage[];
  /** What runs, launched last first. */
  readonly activities: readonly ShownActivity[];
  /** Windows in which the player has an Activity open, in whichever tab. */
  readonly frames: readonly ShownFrame[];
  readonly invitations: readonly ShownInvitation[];
  readonly conditions: Conditions;
  readonly portal: Portal;
}

/** Somebody who is here. */
interface Person extends Named {
  /** What they do, as the Activity says it; empty where it says nothing. */
  readonly status: string;
}

/** A command, or a subcommand, as the page offers it. */
export interface ShownCommand {
  readonly title: string;
  readonly kind: "slash" | "user" | "message" | "launch";
  readonly description: string;
  /** Whether it is one of the guild's own. */
  readonly isGuildCommand: boolean;
  readonly fields: readonly ShownField[];
}

/** An option of a command, as it is filled in. */
export interface ShownField {
  readonly name: string;
  readonly description: string;
  readonly type: number;
  readonly isRequired: boolean;
  /** Whether the application suggests values. */
  readonly isSuggesting: boolean;
  /** What there is to pick from; undefined where anything can be written. */
  readonly items: readonly Named[] | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
}

/** A message of the chat. */
export interface ChatMessage extends SeenMessage {
  /** ISO 8601. */
  readonly sentAt: string;
  /** The command that it answers, and who used it. */
  readonly cause: { readonly player: string; readonly command: string } | undefined;
}

/** What the developer portal shows of an application. */
export interface Portal {
  readonly publicKey: string;
  readonly clientSecret: string;
  readonly botToken: string;
  /** The URL that interactions go to, or in words where else. */
  readonly endpoint: string;
  /** Where the page of the Activity is, without a protocol; empty where it is nowhere. */
  readonly activity: string;
}

/** What goes wrong at the emulator, and what time it is there. */
export interface Conditions {
  /** Each in words. */
  readonly faults: readonly string[];
  /** How far its clock is ahead of the machine's. */
  readonly aheadMs: number;
  /** What can go wrong, by name. */
  readonly kinds: readonly Named[];
}

/** A request and its answer, between the emulator and the application. */
export interface ShownExchange {
  readonly number: number;
  readonly from: "service" | "application";
  readonly title: string;
  readonly outcome: "done" | "refused";
  /** The status, or why there is none. */
  readonly result: string;
  /** ISO 8601. */
  readonly at: string;
  readonly durationMs: number;
  /** How long it took, and what that means. */
  readonly timing: string;
  /** What it counts in. */
  readonly cost: string;
  /** What the signature is, and what the endpoint made of it. */
  readonly signature: string | undefined;
  /** What went wrong, and what to do. */
  readonly advice: Problem | undefined;
  readonly request: ShownPart & { readonly line: string };
  readonly answer: (ShownPart & { readonly line: string }) | undefined;
  /** The same request, as a line for a shell. */
  readonly curl: string | undefined;
  /** Whether it can be sent again. */
  readonly isReplayable: boolean;
}

/** A request or an answer. */
export interface ShownPart {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly bytes: number;
  /** Whether the body is all of it. */
  readonly isWhole: boolean;
}

/** What went wrong, and what to do. */
export interface Problem {
  readonly message: string;
  readonly hint: string;
}

/** What the emulator answers when somebody does something on the page. */
export interface Done {
  readonly notes?: readonly string[];
  readonly problem?: Problem;
  /** A form that the application opened. */
  readonly form?: SeenForm & { readonly id: string };
  /** Ticket of the frame that is open now. */
  readonly frame?: string;
}

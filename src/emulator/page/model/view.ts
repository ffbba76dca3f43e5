import type { SeenForm, SeenMessage } from "../../player/seen.ts";

/** An item that a person picks by its name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Everything that the page shows, except for requests and messages. */
export interface PlayState {
  /** Id of the tab. */
  readonly tab: string;
  readonly application: Named;
  readonly player: Named;
  readonly guild: Named | undefined;
  readonly channel: Named;
  readonly applications: readonly Named[];
  readonly players: readonly Named[];
  readonly guilds: readonly Named[];
  /** The channels of the guild. */
  readonly channels: readonly Named[];
  /** The players here, for commands on players. */
  readonly people: readonly Person[];
  readonly commands: readonly ShownCommand[];
  /** The messages of the channel, the oldest first. */
  readonly messages: readonly ChatMessage[];
  /** The running Activities, the newest first. */
  readonly activities: readonly ShownActivity[];
  /** The open windows of the player, in all tabs. */
  readonly windows: readonly ShownWindow[];
  readonly invitations: readonly ShownInvitation[];
  /** The players' answers to requests for authorization, the newest first. */
  readonly consents: readonly ShownConsent[];
  readonly conditions: Conditions;
  readonly portal: Portal;
}

/** A player's answer to a request for authorization. */
export interface ShownConsent {
  readonly text: string;
  readonly isGranted: boolean;
  /** ISO 8601. */
  readonly at: string;
}

/** A player who is here. */
interface Person extends Named {
  /** The status that an Activity has set, in words; empty without one. */
  readonly status: string;
}

/** A command, or a subcommand, as the page offers it. */
export interface ShownCommand {
  readonly title: string;
  readonly kind: "slash" | "user" | "message" | "launch";
  readonly description: string;
  /** Whether it is a command of the guild. */
  readonly isGuildCommand: boolean;
  readonly fields: readonly ShownField[];
}

/** An option of a command, as a field. */
export interface ShownField {
  readonly name: string;
  readonly description: string;
  readonly type: number;
  readonly isRequired: boolean;
  /** Whether the application suggests values. */
  readonly isSuggesting: boolean;
  /** The items to pick from; undefined for a free text or number. */
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
  /** The command that it answers, and the name of its player. */
  readonly cause: { readonly player: string; readonly command: string } | undefined;
}

/** Settings of an application, as in the developer portal. */
export interface Portal {
  readonly publicKey: string;
  readonly clientSecret: string;
  readonly botToken: string;
  /** The URL of the interactions endpoint, or another destination in words. */
  readonly endpoint: string;
  /** Address of the Activity's page without its protocol; empty without one. */
  readonly activity: string;
}

/** The faults and the time of the emulator. */
export interface Conditions {
  readonly faults: readonly string[];
  /** Milliseconds by which its clock is ahead of the machine's. */
  readonly aheadMs: number;
  /** The kinds of faults. */
  readonly kinds: readonly Named[];
}

/** A request and its answer, between the emulator and the application. */
export interface ShownExchange {
  readonly number: number;
  readonly from: "service" | "application";
  readonly title: string;
  readonly outcome: "done" | "refused";
  /** The HTTP status, or the reason why there is none. */
  readonly result: string;
  /** ISO 8601. */
  readonly at: string;
  readonly durationMs: number;
  /** The duration, with the allowed time. */
  readonly timing: string;
  /** Bytes and rate limits, in words. */
  readonly cost: string;
  /** Whether the signature is right, and whether the endpoint accepted it. */
  readonly signature: string | undefined;
  /** A problem of the answer. */
  readonly advice: Problem | undefined;
  readonly request: ShownPart & { readonly line: string };
  readonly answer: (ShownPart & { readonly line: string }) | undefined;
  /** The request as a curl command. */
  readonly curl: string | undefined;
  /** Whether it can be sent again. */
  readonly isReplayable: boolean;
}

/** A request or an answer. */
export interface ShownPart {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly bytes: number;
  /** Whether `body` is the whole body. */
  readonly isWhole: boolean;
}

/** A problem. The hint says what to do. */
export interface Problem {
  readonly message: string;
  readonly hint: string;
}

/** The answer to an action on the page. */
export interface Done {
  readonly notes?: readonly string[];
  readonly problem?: Problem;
  /** A form that the application opened. */
  readonly form?: SeenForm & { readonly id: string };
  /** Ticket of the window that is open now. */
  readonly window?: string;
}

/** A running Activity, as the page lists it. */
export interface ShownActivity {
  readonly id: string;
  /** Its channel, in words. */
  readonly where: string;
  readonly players: readonly string[];
  /** Whether the player takes part. */
  readonly isJoined: boolean;
}

/** An invitation to the player. */
export interface ShownInvitation {
  /** Id of the running Activity, which also identifies the invitation. */
  readonly activity: string;
  /** The application of the Activity. The page may show another one. */
  readonly application: Named;
  readonly from: string;
  readonly text: string;
}

/** An open window of the player. */
export interface ShownWindow {
  readonly ticket: string;
  readonly activity: string;
  /** URL of the page around the Activity. */
  readonly url: string;
  readonly players: readonly ShownParticipant[];
  /** The progress of the connection, in words. */
  readonly connection: string;
  readonly controls: readonly ShownControl[];
  readonly layout: "focused" | "pip" | "grid";
  readonly platform: "desktop" | "mobile";
  readonly orientation: "portrait" | "landscape";
  /** Whether the Activity has locked the orientation. */
  readonly isLocked: boolean;
  /** The oldest first, which is shown. */
  readonly prompts: readonly ShownPrompt[];
  /** The newest problems of the Activity. */
  readonly problems: readonly Problem[];
}

export interface ShownParticipant extends Named {
  readonly isSpeaking: boolean;
}

/** A setting that the real client makes by itself, or leaves to the player. */
export interface ShownControl {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly items: readonly Named[];
}

/** A question to the player, over the window. */
export interface ShownPrompt {
  readonly id: string;
  readonly title: string;
  /** `code` is shown in monospace behind the text. */
  readonly lines: readonly { readonly text: string; readonly code?: string | undefined }[];
  readonly accept: string;
  readonly deny: string;
  /** The list of which the player picks one item; undefined without a list. */
  readonly choice?: { readonly label: string; readonly items: readonly Named[] } | undefined;
  /** Whether the player can choose a picture. */
  readonly hasFile?: boolean | undefined;
  /** The link that opens in another tab when the player accepts. */
  readonly link?: string | undefined;
}

/** A message between the Activity and the emulator. */
export interface ShownMessage {
  /** The ticket of the window. */
  readonly window: string;
  readonly number: number;
  readonly from: "activity" | "client";
  /** Name of the command or event. */
  readonly title: string;
  readonly outcome: "done" | "refused";
  /** The kind of message, in a word or two. */
  readonly kind: string;
  /** ISO 8601. */
  readonly at: string;
  /** JSON, its secrets masked. */
  readonly body: string;
}

import type { SeenForm, SeenMessage } from "../../player/seen.ts";

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface PlayState {
  readonly tab: string;
  readonly application: Named;
  readonly player: Named;
  readonly guild: Named | undefined;
  readonly channel: Named;
  readonly applications: readonly Named[];
  readonly players: readonly Named[];
  readonly guilds: readonly Named[];
  readonly channels: readonly Named[];
  readonly people: readonly Person[];
  readonly commands: readonly ShownCommand[];
  readonly messages: readonly ChatMessage[];
  readonly activities: readonly ShownActivity[];
  readonly windows: readonly ShownWindow[];
  readonly invitations: readonly ShownInvitation[];
  readonly consents: readonly ShownConsent[];
  readonly conditions: Conditions;
  readonly portal: Portal;
}

export interface ShownConsent {
  readonly text: string;
  readonly isGranted: boolean;
  /** ISO 8601. */
  readonly at: string;
}

interface Person extends Named {
  readonly status: string;
}

export interface ShownCommand {
  readonly title: string;
  readonly kind: "slash" | "user" | "message" | "launch";
  readonly description: string;
  readonly isGuildCommand: boolean;
  readonly fields: readonly ShownField[];
}

export interface ShownField {
  readonly name: string;
  readonly description: string;
  readonly type: number;
  readonly isRequired: boolean;
  readonly isSuggesting: boolean;
  readonly items: readonly Named[] | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
}

export interface ChatMessage extends SeenMessage {
  /** ISO 8601. */
  readonly sentAt: string;
  readonly cause: { readonly player: string; readonly command: string } | undefined;
}

export interface Portal {
  readonly publicKey: string;
  readonly clientSecret: string;
  readonly botToken: string;
  readonly endpoint: string;
  readonly activity: string;
}

export interface Conditions {
  readonly faults: readonly string[];
  /** Offset from the system clock, in milliseconds. */
  readonly aheadMs: number;
  readonly kinds: readonly Named[];
}

export interface ShownExchange {
  readonly number: number;
  readonly from: "service" | "application";
  readonly title: string;
  readonly outcome: "done" | "refused";
  readonly result: string;
  /** ISO 8601. */
  readonly at: string;
  readonly durationMs: number;
  readonly timing: string;
  readonly cost: string;
  readonly signature: string | undefined;
  readonly advice: Problem | undefined;
  readonly request: ShownPart & { readonly line: string };
  readonly answer: (ShownPart & { readonly line: string }) | undefined;
  readonly curl: string | undefined;
  readonly isReplayable: boolean;
}

export interface ShownPart {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly bytes: number;
  readonly isWhole: boolean;
}

export interface Problem {
  readonly message: string;
  readonly hint: string;
}

export interface Done {
  readonly notes?: readonly string[];
  readonly problem?: Problem;
  readonly form?: SeenForm & { readonly id: string };
  readonly window?: string;
}

export interface ShownActivity {
  readonly id: string;
  readonly where: string;
  readonly players: readonly string[];
  readonly isJoined: boolean;
}

export interface ShownInvitation {
  readonly activity: string;
  /** May differ from the page's application. */
  readonly application: Named;
  readonly from: string;
  readonly text: string;
}

export interface ShownWindow {
  readonly ticket: string;
  readonly activity: string;
  readonly url: string;
  readonly players: readonly ShownParticipant[];
  readonly connection: string;
  readonly controls: readonly ShownControl[];
  readonly layout: "focused" | "pip" | "grid";
  readonly platform: "desktop" | "mobile";
  readonly orientation: "portrait" | "landscape";
  readonly isLocked: boolean;
  readonly prompts: readonly ShownPrompt[];
  readonly problems: readonly Problem[];
}

export interface ShownParticipant extends Named {
  readonly isSpeaking: boolean;
}

export interface ShownControl {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly items: readonly Named[];
}

export interface ShownPrompt {
  readonly id: string;
  readonly title: string;
  /** `code` follows the text in monospace. */
  readonly lines: readonly { readonly text: string; readonly code?: string | undefined }[];
  readonly accept: string;
  readonly deny: string;
  readonly choice?: { readonly label: string; readonly items: readonly Named[] } | undefined;
  readonly hasFile?: boolean | undefined;
  readonly link?: string | undefined;
}

export interface ShownMessage {
  readonly window: string;
  readonly number: number;
  readonly from: "activity" | "client";
  readonly title: string;
  readonly outcome: "done" | "refused";
  readonly kind: string;
  /** ISO 8601. */
  readonly at: string;
  readonly body: string;
}

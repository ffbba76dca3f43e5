import type { VisibleForm, VisibleMessage } from "../../player/visible.ts";

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
  readonly commands: readonly CommandView[];
  readonly messages: readonly ChatMessage[];
  readonly activities: readonly ActivityView[];
  readonly windows: readonly WindowView[];
  readonly invitations: readonly InvitationView[];
  readonly consents: readonly ConsentView[];
  readonly conditions: Conditions;
  readonly portal: Portal;
}

export interface ConsentView {
  readonly text: string;
  readonly isGranted: boolean;
  /** ISO 8601. */
  readonly at: string;
}

interface Person extends Named {
  readonly status: string;
}

export interface CommandView {
  readonly title: string;
  readonly kind: "slash" | "user" | "message" | "launch";
  readonly description: string;
  readonly isGuildCommand: boolean;
  readonly fields: readonly FieldView[];
}

export interface FieldView {
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

export interface ChatMessage extends VisibleMessage {
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
  /** The offset from the system clock, in milliseconds. */
  readonly aheadMs: number;
  readonly kinds: readonly Named[];
}

export interface ExchangeView {
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
  readonly request: PartView & { readonly line: string };
  readonly answer: (PartView & { readonly line: string }) | undefined;
  readonly curl: string | undefined;
  readonly isReplayable: boolean;
}

export interface PartView {
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
  readonly form?: VisibleForm & { readonly id: string };
  readonly window?: string;
}

export interface ActivityView {
  readonly id: string;
  readonly where: string;
  readonly players: readonly string[];
  readonly isJoined: boolean;
}

export interface InvitationView {
  readonly activity: string;
  /** May differ from the application selected on the page. */
  readonly application: Named;
  readonly from: string;
  readonly text: string;
}

export interface WindowView {
  readonly ticket: string;
  readonly activity: string;
  readonly url: string;
  readonly players: readonly ParticipantView[];
  readonly connection: string;
  readonly controls: readonly ControlView[];
  readonly layout: "focused" | "pip" | "grid";
  readonly platform: "desktop" | "mobile";
  readonly orientation: "portrait" | "landscape";
  readonly isLocked: boolean;
  readonly prompts: readonly PromptView[];
  readonly problems: readonly Problem[];
}

export interface ParticipantView extends Named {
  readonly isSpeaking: boolean;
}

export interface ControlView {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly items: readonly Named[];
}

export interface PromptView {
  readonly id: string;
  readonly title: string;
  /** `code` is shown after the text, in monospace. */
  readonly lines: readonly { readonly text: string; readonly code?: string | undefined }[];
  readonly accept: string;
  readonly deny: string;
  readonly choice?: { readonly label: string; readonly items: readonly Named[] } | undefined;
  readonly hasFile?: boolean | undefined;
  readonly link?: string | undefined;
}

export interface MessageView {
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

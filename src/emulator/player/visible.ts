/** A control in a message or form. */
export interface VisibleControl {
  /** The kind of control. `paragraph` is a multi-line text field. */
  readonly kind: "button" | "menu" | "text" | "paragraph" | "file" | "checkbox";
  /** The application's `custom_id`. */
  readonly customId: string;
  /** The label; without one, the placeholder or `custom_id`. */
  readonly label: string;
  /** The text below the label, or an empty string. */
  readonly description: string;
  /** Whether the form requires a value. */
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
  /** The initial text. */
  readonly value: string;
  /** The menu's items: custom options, or players, roles and channels with their ids. */
  readonly options: readonly VisibleOption[];
  /** How many items can be selected at most. */
  readonly most: number;
}

/** An option of a select menu. */
export interface VisibleOption {
  readonly label: string;
  /** The value sent to the application. */
  readonly value: string;
  readonly isPicked: boolean;
}

/** A message as a player sees it, as plain data. */
export interface VisibleMessage {
  /** The message's id, for `useOn` and API paths. */
  readonly id: string;
  readonly author: string;
  /** The text, or an empty string. */
  readonly content: string;
  /** The texts in components and embeds, top to bottom. */
  readonly texts: readonly string[];
  readonly controls: readonly VisibleControl[];
  readonly files: readonly string[];
  readonly poll?: {
    readonly question: string;
    readonly answers: readonly string[];
  };
  /** Whether only this player sees the message. */
  readonly isEphemeral: boolean;
  /** Whether the application has deferred the message. */
  readonly isLoading: boolean;
}

/** A form as a player sees it, as plain data. */
export interface VisibleForm {
  readonly title: string;
  /** The fields, top to bottom. */
  readonly controls: readonly VisibleControl[];
}

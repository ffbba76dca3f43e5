/** A control in a message or form. @stable */
export interface VisibleControl {
  /** The type of control. `paragraph` is a multi-line text field. */
  readonly kind: "button" | "menu" | "text" | "paragraph" | "file" | "checkbox";
  readonly customId: string;
  /** The label, or else the placeholder or `custom_id`. */
  readonly label: string;
  /** The text below the label, or an empty string. */
  readonly description: string;
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
  readonly value: string;
  /** The menu's items: the application's options, or players, roles and channels with their ids. */
  readonly options: readonly VisibleOption[];
  readonly most: number;
}

/** An option of a select menu. @stable */
export interface VisibleOption {
  readonly label: string;
  readonly value: string;
  readonly isPicked: boolean;
}

/** A message as seen by a player, represented as plain data. @stable */
export interface VisibleMessage {
  /** The message's id, for `useOn` and API paths. */
  readonly id: string;
  readonly author: string;
  readonly content: string;
  /** The strings displayed in components and embeds, from top to bottom. */
  readonly texts: readonly string[];
  readonly controls: readonly VisibleControl[];
  readonly files: readonly string[];
  readonly poll?: {
    readonly question: string;
    readonly answers: readonly string[];
  };
  /** Whether only this player sees the message. */
  readonly isEphemeral: boolean;
  readonly isLoading: boolean;
}

/** A form as seen by a player, represented as plain data. @stable */
export interface VisibleForm {
  readonly title: string;
  readonly controls: readonly VisibleControl[];
}

/** A control of a message or form. */
export interface SeenControl {
  readonly kind: "button" | "menu" | "text" | "paragraph" | "file" | "checkbox";
  readonly customId: string;
  /** Its label, else its placeholder, else its `custom_id`. */
  readonly label: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
  /** The initial text. */
  readonly value: string;
  /** The items of a menu: options, or players, roles and channels by their ids. */
  readonly options: readonly SeenOption[];
  /** How many items a player can pick. */
  readonly most: number;
}

/** An item of a menu. */
export interface SeenOption {
  readonly label: string;
  readonly value: string;
  /** Whether it is picked from the beginning. */
  readonly isPicked: boolean;
}

/** A message as a player sees it: plain data. */
export interface SeenMessage {
  readonly id: string;
  /** The name of who wrote it. */
  readonly author: string;
  readonly content: string;
  /** The texts of its components and embeds, from the top down. */
  readonly texts: readonly string[];
  readonly controls: readonly SeenControl[];
  /** Names of its files. */
  readonly files: readonly string[];
  readonly poll?: { readonly question: string; readonly answers: readonly string[] };
  /** Whether only this player sees it. */
  readonly isEphemeral: boolean;
  /** Whether the application has so far only announced it. */
  readonly isLoading: boolean;
}

/** A form as a player sees it: plain data. */
export interface SeenForm {
  readonly title: string;
  readonly controls: readonly SeenControl[];
}

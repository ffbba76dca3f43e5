/** Something in a message or form that a player can use. */
export interface SeenControl {
  readonly kind: "button" | "menu" | "text" | "paragraph" | "file" | "checkbox";
  readonly customId: string;
  /** Its label, else its placeholder, else its `custom_id`. */
  readonly label: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
  /** What stands in a text already. */
  readonly value: string;
  /** What a menu offers: choices, or players, roles and channels by their ids. */
  readonly options: readonly SeenOption[];
  /** How many a player can pick. */
  readonly most: number;
}

/** An item of a menu. */
export interface SeenOption {
  readonly label: string;
  readonly value: string;
  /** Whether it is picked already. */
  readonly isPicked: boolean;
}

/** A message as a player sees it: plain data. */
export interface SeenMessage {
  readonly id: string;
  /** The name of who wrote it. */
  readonly author: string;
  readonly content: string;
  /** What its components and embeds say, from the top down. */
  readonly texts: readonly string[];
  readonly controls: readonly SeenControl[];
  /** Names of its files. */
  readonly files: readonly string[];
  readonly poll?: { readonly question: string; readonly answers: readonly string[] };
  /** Whether nobody else sees it. */
  readonly isEphemeral: boolean;
  /** Whether the application has only announced it so far. */
  readonly isLoading: boolean;
}

/** A form as a player sees it: plain data. */
export interface SeenForm {
  readonly title: string;
  readonly controls: readonly SeenControl[];
}

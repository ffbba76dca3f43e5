/** A control of a message or form. */
export interface SeenControl {
  /** Kind of control; `paragraph`: a text field of several lines. */
  readonly kind: "button" | "menu" | "text" | "paragraph" | "file" | "checkbox";
  /** The `custom_id` that the application gave it. */
  readonly customId: string;
  /** Its label, else its placeholder, else its `custom_id`. */
  readonly label: string;
  /** Text below the label; empty where there is none. */
  readonly description: string;
  /** Whether the form cannot be sent without it. */
  readonly isRequired: boolean;
  /** Whether it can be seen only. */
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
  /** Text of the item. */
  readonly label: string;
  /** Value that the application gets. */
  readonly value: string;
  /** Whether it is picked from the beginning. */
  readonly isPicked: boolean;
}

/** A message as a player sees it: plain data. */
export interface SeenMessage {
  /** For `useOn`, and for the paths of the API. */
  readonly id: string;
  /** The name of who wrote it. */
  readonly author: string;
  /** The text; empty where it has none. */
  readonly content: string;
  /** The texts of its components and embeds, from the top down. */
  readonly texts: readonly string[];
  /** Its buttons and menus. */
  readonly controls: readonly SeenControl[];
  /** Names of its files. */
  readonly files: readonly string[];
  /** Absent where it has none. */
  readonly poll?: {
    /** Text above the answers. */
    readonly question: string;
    /** Texts of the answers. */
    readonly answers: readonly string[];
  };
  /** Whether only this player sees it. */
  readonly isEphemeral: boolean;
  /** Whether the application has so far only announced it. */
  readonly isLoading: boolean;
}

/** A form as a player sees it: plain data. */
export interface SeenForm {
  /** Heading of the form. */
  readonly title: string;
  /** Its fields, from the top down. */
  readonly controls: readonly SeenControl[];
}

/** Something in a message or form that a player can use. */
export interface Control {
  readonly kind: "button" | "menu" | "text" | "paragraph";
  readonly customId: string;
  readonly label: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** What stands in a text already. */
  readonly value: string;
  /** What a menu offers. */
  readonly options: readonly { readonly label: string; readonly value: string }[];
}

/** What the page shows of one interaction. */
export interface View {
  /** What the emulator itself says. */
  readonly notes: readonly string[];
  readonly messages: readonly {
    readonly id: string;
    readonly texts: readonly string[];
    readonly controls: readonly Control[];
  }[];
  readonly form?: { readonly title: string; readonly controls: readonly Control[] };
}

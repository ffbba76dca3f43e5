/** The service's limits for messages (Discord documentation, Message, "Create Message"; Reference, "Uploading Files"; Component Reference). */
export const messageLimits = {
  content: 2000,
  /** Of a player who pays for more. */
  paidContent: 4000,
  /** All texts of all embeds together. */
  embedCharacters: 6000,
  /** Rows of a message that consists of more than components. */
  rows: 5,
  /** Components, those inside of others too. */
  components: 40,
  /** Components of one row. */
  rowComponents: 5,
  /** All texts of text displays together, and so each. */
  displayedText: 4000,
  files: 10,
  /** Bytes of one file, where nobody pays for more. Each is checked alone (Application Commands Interface, "Limits"). */
  fileBytes: 10_485_760,
} as const;

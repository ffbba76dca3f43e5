/** What a player reads when nothing better can be said. */
export const texts = {
  failed: "Something went wrong. Please try again.",
  unknown: "This is not available right now.",
} as const;

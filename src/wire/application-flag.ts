/** What an application is, as bits of its `flags` (Discord documentation, Application, "Application Flags"). */
export const ApplicationFlag = {
  /** 1 << 8: the switch "Public Client" of the portal (vendor documentation, Application Flags). */
  PublicClient: 256,
  /** 1 << 17, EMBEDDED: it has an Activity. */
  Embedded: 131_072,
} as const;

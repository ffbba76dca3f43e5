/** How the application is installed (Discord Social SDK, `IntegrationType`). */
export const IntegrationType = {
  /** Installed to a guild. */
  GuildInstall: 0,
  /** Installed to a user. */
  UserInstall: 1,
} as const;
export type IntegrationType = (typeof IntegrationType)[keyof typeof IntegrationType];

/** Whether `value` is one of the two installation types. */
export function isIntegrationType(value: unknown): value is IntegrationType {
  return value === IntegrationType.GuildInstall || value === IntegrationType.UserInstall;
}

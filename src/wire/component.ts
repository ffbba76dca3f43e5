/** The component types in messages and modals (Discord documentation, Component Reference, "Component Types"). */
export const ComponentType = {
  ActionRow: 1,
  Button: 2,
  StringSelect: 3,
  TextInput: 4,
  UserSelect: 5,
  RoleSelect: 6,
  MentionableSelect: 7,
  ChannelSelect: 8,
  Section: 9,
  TextDisplay: 10,
  Thumbnail: 11,
  MediaGallery: 12,
  File: 13,
  Separator: 14,
  Container: 17,
  Label: 18,
  FileUpload: 19,
  RadioGroup: 21,
  CheckboxGroup: 22,
  Checkbox: 23,
} as const;
export type ComponentType = (typeof ComponentType)[keyof typeof ComponentType];

/** The button styles (Discord documentation, Component Reference, "Button Styles"). */
export const ButtonStyle = { Primary: 1, Secondary: 2, Success: 3, Danger: 4, Link: 5, Premium: 6 } as const;
export type ButtonStyle = (typeof ButtonStyle)[keyof typeof ButtonStyle];

/** Limits for individual components, in characters or items (Discord documentation, Component Reference). */
export const componentLimits = {
  buttonLabel: 80,
  /** The maximum number of options in a select menu, and of selected options. */
  menuItems: 25,
  /** The length of the text entered in a modal. */
  inputText: 4000,
} as const;

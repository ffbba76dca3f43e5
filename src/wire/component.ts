/** Kinds of components of messages and forms (Discord documentation, Component Reference, "Component Types"). */
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

/** The look and the effect of a button (Discord documentation, Component Reference, "Button Styles"). */
export const ButtonStyle = { Primary: 1, Secondary: 2, Success: 3, Danger: 4, Link: 5, Premium: 6 } as const;
export type ButtonStyle = (typeof ButtonStyle)[keyof typeof ButtonStyle];

/** Characters and items of single components (Discord documentation, Component Reference). */
export const componentLimits = {
  buttonLabel: 80,
  /** The items of a menu, and the picked ones. */
  menuItems: 25,
  /** The characters of a text field in a form. */
  inputText: 4000,
} as const;

/** Characters and fields of an embed (Discord documentation, Message, "Embed Limits"). */
export const embedLimits = {
  title: 256,
  description: 4096,
  fields: 25,
  fieldName: 256,
  fieldValue: 1024,
  footer: 2048,
  author: 256,
} as const;

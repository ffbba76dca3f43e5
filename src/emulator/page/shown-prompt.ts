import type { ActivityQuestion } from "../activity/question.ts";
import { scopeTexts } from "../oauth/scopes.ts";
import type { ShownPrompt, Named } from "./model/view.ts";

type Kind = ActivityQuestion["kind"];
type Description = Omit<ShownPrompt, "id">;

export function describePrompt(name: string, id: string, question: ActivityQuestion): ShownPrompt {
  const describe = descriptions[question.kind] as (question: ActivityQuestion, name: string) => Description;
  return { id, ...describe(question, name) };
}

const descriptions: {
  readonly [Of in Kind]: (question: Extract<ActivityQuestion, { kind: Of }>, name: string) => Description;
} = {
  consent: ({ scopes }, name) => ({
    title: `${name} wants to`,
    lines: scopes.map((scope) => ({ text: scopeTexts[scope] ?? "", code: scope })),
    accept: "Authorize",
    deny: "Cancel",
  }),
  "external-link": ({ url }, name) => ({
    title: `${name} opens an address in your browser`,
    lines: [{ text: "", code: url }],
    accept: "Open it",
    deny: "Stay here",
    link: url,
  }),
  invite: ({ players }, name) => ({
    title: `Invite somebody to ${name}`,
    lines: players.length > 0 ? [] : [{ text: "There are no other players: add one to the emulator." }],
    accept: players.length > 0 ? "Invite" : "Skip",
    deny: "Close",
    choice: players.length > 0 ? { label: "Player", items: players.map(namedAs) } : undefined,
  }),
  "share-link": ({ message, customId, players }, name) => ({
    title: `Share a link to ${name}`,
    lines: [{ text: message, code: customId }],
    accept: "Share",
    deny: "Close",
    choice: { label: "With", items: [nobody, ...players.map(namedAs)] },
  }),
  "share-moment": ({ mediaUrl }, name) => ({
    title: `${name} shares a moment in this channel`,
    lines: [{ text: "", code: mediaUrl }],
    accept: "Share",
    deny: "Close",
  }),
  "share-interaction": ({ command, content }) => ({
    title: `Share ${command} in this channel`,
    lines: content === "" ? [] : [{ text: content }],
    accept: "Share",
    deny: "Close",
  }),
  purchase: ({ sku: { name: item, price } }, name) => ({
    title: `Buy ${item} of ${name}`,
    lines: [
      ...(price ? [{ text: "Price", code: priceOf(price) }] : []),
      { text: "This is the emulator: there is no payment." },
    ],
    accept: "Buy",
    deny: "Cancel",
  }),
  image: (_question, name) => ({
    title: `Upload a picture to ${name}`,
    lines: [{ text: "Without a file, a small image is uploaded." }],
    accept: "Upload",
    deny: "Cancel",
    hasFile: true,
  }),
};

/** An empty id means no choice. */
const nobody: Named = { id: "", name: "Only copy the link" };

function namedAs(name: string): Named {
  return { id: name, name };
}

function priceOf({ amount, currency }: { readonly amount: number; readonly currency: string }): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** digits);
}

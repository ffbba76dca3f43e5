import { componentLimits } from "../../wire/component.ts";
import { fields } from "../../core/check/fields.ts";
import {
  flag,
  isObject,
  listOf,
  oneOf,
  optional,
  readable,
  readerOf,
  recordOf,
  textOf,
  wrongArgument,
  type Reader,
} from "../../core/check/readers.ts";
import type { FormFields } from "./components.ts";
import type { OptionValue, OptionValues } from "./fill-options.ts";
import type { PlayerLocation } from "./location.ts";
import { isPlayerFile, type PlayerFile, readPlayerFile } from "./player-file.ts";
import { readApplication } from "../state/application.ts";
import { readName } from "../state/guild-init.ts";
import { validationError } from "../../core/errors.ts";
import { parseGatewayEvent } from "../../events/gateway-event.ts";
import { parseWebhookEvent } from "../../events/webhook-event.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { WebhookType } from "../../wire/webhook-event.ts";
import type { WorldEvent } from "../state/world-events.ts";

function firstOf<T>(expected: string, readers: readonly Reader<T>[]): Reader<T> {
  return (value, label) => {
    if (isPlayerFile(value)) return readPlayerFile(value, label) as T;
    for (const read of readers) {
      try {
        return read(value, label);
      } catch {}
    }
    throw wrongArgument(label, value, expected);
  };
}

const number = readerOf<number>("a number", Number.isFinite);

export const readText: Reader<string> = textOf({ least: 0, most: componentLimits.inputText });

export const readLocation: Reader<PlayerLocation> = fields<PlayerLocation>({
  application: optional(readApplication),
  guild: optional(readName),
  channel: optional(readName),
  recipients: optional(listOf(readName, 10)),
});

export const readTarget: Reader<string> = (value, label) => {
  if (!isObject(value)) return readName(value, label);
  const id = readable(label, () => value["id"]);
  return readName(id, `${label}.id`);
};

export const readActivity: Reader<string> = (value, label) => {
  if (!isObject(value)) return readName(value, label);
  const id = readable(label, () => {
    const instance = value["activityInstance"] ?? value["instance"] ?? value;
    return isObject(instance) ? instance["instance_id"] : undefined;
  });
  if (typeof id === "string") return readName(id, `${label}.instance_id`);
  throw wrongArgument(label, value, "an Activity, or the interaction that launched one", {
    hint: "The interaction did not launch an Activity. Check its response and messages.",
  });
};

/** Identifies a message if several messages have a component with the same name. @stable */
export interface MessageTarget {
  /** The message's id. Default: the newest message that has such a component. */
  readonly message?: string | undefined;
}

export const readMessageTarget: Reader<MessageTarget> = fields<MessageTarget>({
  message: optional(readName),
});

export const readOptionValues: Reader<OptionValues> = recordOf(
  firstOf<OptionValue>("a string, number, true, false or a file", [readText, number, flag]),
);

const readTexts = listOf(readText, componentLimits.menuItems);

const readPicked = listOf(
  firstOf<string | PlayerFile>("a string or a file", [readText]),
  componentLimits.menuItems,
);

export const readChosen: Reader<readonly string[]> = (value, label) =>
  Array.isArray(value) ? readTexts(value, label) : [readText(value, label)];

export const readFormFields: Reader<FormFields> = recordOf(
  firstOf<FormFields[string]>("a string, true or false, a file, or a list of strings or files", [
    readText,
    flag,
    readPicked,
  ]),
);

/** How a scripted player completes the sign-in pages. @stable */
export interface BrowserOptions {
  /** The answer on the consent page. Default `accept`. */
  readonly answer?: "accept" | "deny" | undefined;
}

export const readBrowserOptions: Reader<BrowserOptions> = fields<BrowserOptions>({
  answer: optional(oneOf(["accept", "deny"])),
});

export const readAddress: Reader<string> = (value, label) => {
  const text = textOf({ most: 65_536 })(value, label);
  if (/^https?:/i.test(text) && URL.canParse(text)) return text;
  throw wrongArgument(label, value, "an http or https URL");
};

/** @throws ClientError `unknown_event`, `malformed_event` (ValidationError). */
export function readWorldEvent(name: unknown, data: unknown, applicationId: Snowflake): WorldEvent {
  const known = readName(name, "name");
  const event = { type: known, timestamp: new Date(0).toISOString(), data };
  const body = { version: 1, application_id: applicationId, type: WebhookType.Event, event };
  const isDispatch = parseGatewayEvent({ t: known, d: data }).t !== "unknown";
  const isWebhookEvent = parseWebhookEvent(body).type !== "unknown";
  if (isDispatch || isWebhookEvent) return { name: known, data, applicationId } as WorldEvent;
  throw validationError(
    "unknown_event",
    "name is not a supported service event.",
    "Pass the name of a gateway dispatch or a webhook event, such as QUEST_USER_ENROLLMENT.",
  );
}

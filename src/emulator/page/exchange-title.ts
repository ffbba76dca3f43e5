import { InteractionType } from "../../wire/interaction.ts";
import { type CommandOption, OptionType } from "../../wire/command-option.ts";
import { CommandType } from "../../wire/command.ts";
import type { Exchange } from "../outbound/exchanges.ts";

/** What the service sends, as far as its title asks for it. */
interface Sent {
  readonly type?: unknown;
  readonly data?: {
    readonly name?: string;
    readonly type?: number;
    readonly custom_id?: string;
    readonly options?: readonly Pick<CommandOption, "type" | "name">[];
  };
  readonly event?: { readonly type?: string };
}

/** What a request is for, in a few words. */
export function titleOf(exchange: Exchange): string {
  const { from, method, url = "" } = exchange;
  if (from === "application") return `${method} ${pathOf(url)}`;
  const { type, data = {}, event } = parseSent(exchange);
  if (event) return `Event ${event.type}`;
  switch (type) {
    case InteractionType.ApplicationCommand:
      return commandOf(data);
    case InteractionType.Autocomplete:
      return `Suggestions for ${commandOf(data)}`;
    case InteractionType.MessageComponent:
      return `Component ${data.custom_id}`;
    case InteractionType.ModalSubmit:
      return `Form ${data.custom_id}`;
    default:
      return type === InteractionType.Ping ? "PING" : "Interaction";
  }
}

/** Whether it is one that a player has sent: it can be sent again. */
export function isInteraction(exchange: Exchange): boolean {
  return exchange.from === "service" && typeof parseSent(exchange).data === "object";
}

function parseSent({ request }: Exchange): Sent {
  try {
    return JSON.parse(request.body) as Sent;
  } catch {
    // Too long to be kept whole.
    return {};
  }
}

function commandOf({ name, type, options = [] }: NonNullable<Sent["data"]>): string {
  const path = [name, ...pathIn(options)].join(" ");
  return type === CommandType.ChatInput ? `/${path}` : path;
}

function pathIn([first]: readonly Pick<CommandOption, "type" | "name">[]): readonly string[] {
  if (first?.type !== OptionType.SubCommand && first?.type !== OptionType.SubCommandGroup) return [];
  const { options = [] } = first as { readonly options?: readonly Pick<CommandOption, "type" | "name">[] };
  return [first.name, ...pathIn(options)];
}

/** The path below the API base, without the token of an interaction. */
function pathOf(url: string): string {
  const path = url.replace(/^\/api(?:\/v\d+)?|\?.*/g, "");
  return path.replace(/^(\/(?:webhooks|interactions)\/\d+)\/[^/]+/, "$1/:token");
}

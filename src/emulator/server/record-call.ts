import type { IncomingMessage, ServerResponse } from "node:http";
import { guarded } from "../../core/check/callback.ts";
import { startStopwatch } from "../base/clock.ts";
import { hearAnswer } from "../base/hear-answer.ts";
import { bodyOf, urlOf } from "../base/http.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { keepPart } from "../outbound/exchanges.ts";
import type { World } from "../state/world.ts";

/** Keeps a request to the API beside the interactions of the application that its path names, once it is over. */
export function recordCall(world: World, request: IncomingMessage, response: ServerResponse): void {
  // The handler may change the request's address.
  const { pathname, search } = urlOf(request);
  const application = findCalled(world, pathname);
  if (!application) return;
  const at = world.clock.now();
  const elapsed = startStopwatch();
  const heard = hearAnswer(response);
  const { method = "GET", headers } = request;
  const record = () => {
    const { bytes, size } = heard();
    const answered = {
      ...keepPart(entriesOf(response.getHeaders()), bytes, size),
      status: response.statusCode,
    };
    application.exchanges.add({
      from: "application",
      method,
      url: pathname + search,
      at,
      durationMs: elapsed(),
      request: keepPart(entriesOf(headers), bodyOf(request)),
      answer: response.headersSent ? answered : undefined,
    });
  };
  response.once(
    "close",
    guarded(record, () => undefined),
  );
}

const named = /^\/api(?:\/v\d+)?\/(applications|webhooks|interactions)\/(\d+)(?:\/([^/]+))?/;

function findCalled(world: World, path: string): EmulatorApplication | undefined {
  const [, kind, id, token = ""] = named.exec(path) ?? [];
  return world.application(kind === "interactions" ? world.desk.applicationIdOf(token) : id);
}

function entriesOf(headers: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name, String(value)]);
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { readForeignJson } from "../../core/request/response.ts";
import { isClientError } from "../../core/errors.ts";
import { readBody, sendJson } from "../base/http.ts";
import { notFound, statusRefusal } from "../base/refusal.ts";
import { exportWorld } from "../state/exported-world.ts";
import type { World } from "../state/world.ts";
import { trigger } from "./triggers.ts";

/** Answers the program `slashpass`, whose requests to a running emulator only code in its process could make else. */
export async function answerControl(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  part: string,
): Promise<void> {
  // Programs send none: only a page in a browser does, and a website is not to change anything here.
  if (request.headers.origin !== undefined) throw statusRefusal(421);
  if (request.method === "GET" && part === "world") return sendJson(response, 200, exportWorld(world));
  if (request.method === "POST" && part === "trigger") return answerTrigger(world, request, response);
  throw notFound();
}

async function answerTrigger(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    sendJson(response, 200, trigger(world, readForeignJson(await readBody(request))));
  } catch (error) {
    if (!isClientError(error)) throw error;
    sendJson(response, 400, { message: error.message, hint: error.hint });
  }
}

import type { ApiAnswer, ApiRequest } from "../../../src/emulator/resources/api-call.ts";
import { answerApi } from "../../../src/emulator/resources/routes.ts";
import type { Caller } from "../../../src/emulator/oauth/bearer.ts";
import type { LiveWorld } from "../../../src/emulator/oauth/live-world.ts";
import { encode } from "./encode.ts";
import type { World } from "../../../src/emulator/state/world.ts";

/** Sends an API request without a server, by default as the first application's bot. {@link encode} encodes `body`. */
export async function callApi(
  world: World,
  method: string,
  path: string,
  body?: unknown,
  caller: Partial<Caller> = {},
  version = 10,
): Promise<ApiAnswer> {
  const { pathname, searchParams: query } = new URL(path, "http://emulator");
  const [application] = world.applications;
  const { contentType, bytes } = await encode(body);
  const request: ApiRequest = {
    method,
    path: pathname,
    query,
    version,
    headers: { "content-type": contentType },
    body: bytes,
    authenticate: async () => ({ application, scopes: "", bot: true, ...caller }),
  };
  return answerApi({ world } as LiveWorld, request);
}

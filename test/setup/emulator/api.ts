import type { ApiAnswer, ApiRequest } from "../../../src/emulator/resources/api-call.ts";
import { answerApi } from "../../../src/emulator/resources/routes.ts";
import { Refusal } from "../../../src/emulator/base/refusal.ts";
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
  { headers, ...more }: Partial<ApiRequest> = {},
): Promise<ApiAnswer> {
  const { pathname, searchParams: query } = new URL(path, "http://emulator");
  const [application] = world.applications;
  const { contentType, bytes } = await encode(body);
  const request: ApiRequest = {
    method,
    path: pathname,
    query,
    version: 10,
    headers: { "content-type": contentType, ...headers },
    body: bytes,
    authenticate: async () => ({ application, scopes: "", bot: true, ...caller }),
    ...more,
  };
  return answerApi({ world } as LiveWorld, request);
}

/** Like {@link callApi}, but returns refusals instead of throwing them. */
export async function askApi(...args: Parameters<typeof callApi>): Promise<ApiAnswer | Refusal> {
  try {
    return await callApi(...args);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

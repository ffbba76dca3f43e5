import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../oauth/bearer.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import { Refusal } from "../base/refusal.ts";

/** A request to the API, as it arrives. */
export interface ApiRequest {
  readonly method: string;
  /** Below the base, for example `/users/@me`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Of the API: answers differ little between them. */
  readonly version: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer<ArrayBuffer>;
  /** The caller. @throws Refusal 401 unless the header holds a valid token. */
  authenticate(this: void): Promise<Caller>;
}

/** A request that belongs to an endpoint, with everything that it can need. */
export interface ApiCall extends LiveWorld, ApiRequest {
  /** The part of the path at a `:name` of the route. */
  param(this: void, name: string): string;
}

/** An answer whose status is neither 200, as for every other body, nor 204, as for none. */
export class ApiAnswer {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** One endpoint; `:name` in its path stands for one segment. It gives the body of its answer, or an {@link ApiAnswer}. */
export type Route = readonly [method: string, path: string, answer: (call: ApiCall) => unknown];

/** The emulator's own refusal, in the service's form, but not to be mistaken for a wrong id. */
export function absentResource(what: string, status = 404): Refusal {
  return new Refusal(
    status,
    0,
    `The emulator has no ${what}. A fault can answer in its place: emulator.faults.add({ path, answer: { status, body } }).`,
  );
}

import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../oauth/bearer.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import { Refusal } from "../base/refusal.ts";

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly version: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer<ArrayBuffer>;
  authenticate(this: void): Promise<Caller>;
}

export interface ApiCall extends LiveWorld, ApiRequest {
  param(this: void, name: string): string;
}

/** A response with a status other than 200, or 204 without a body. */
export class ApiAnswer {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** `:name` matches one path segment. The handler returns the response body or an {@link ApiAnswer}. */
export type Route = readonly [method: string, path: string, answer: (call: ApiCall) => unknown];

export function absentResource(what: string, status = 404): Refusal {
  return new Refusal(
    status,
    0,
    `The emulator has no ${what}. A fault can answer in its place: emulator.faults.add({ path, answer: { status, body } }).`,
  );
}

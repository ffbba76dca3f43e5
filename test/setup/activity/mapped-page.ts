import type { IncomingMessage, RequestListener } from "node:http";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type LocalServer, startServer } from "../emulator/game.ts";
import { type OpenOrigin, startActivityOrigin } from "./activity-origin.ts";

/** An Activity's origin and the server of its page, shared by the tests of a file. */
export interface MappedPage {
  readonly origin: OpenOrigin;
  /** The host name and port of the page's own server. */
  readonly address: string;
  /** The listener of the page's own server. Each test sets its own. */
  serve: RequestListener;
  /** The requests that the page's server received in this test. */
  readonly asked: IncomingMessage[];
  /** Sets the URL mappings of the first application's Activity. Default: everything is mapped to the page's own server. */
  readonly map: (...mappings: { prefix: string; target: string }[]) => void;
  /** The messages of the problems in all windows. */
  readonly told: () => readonly string[];
}

/** Starts one origin and server for all tests of a file. The windows of a test are closed after it. */
export function useMappedPage(): MappedPage {
  let origin: OpenOrigin;
  let page: LocalServer;
  const asked: IncomingMessage[] = [];
  beforeAll(async () => {
    origin = await startActivityOrigin();
    page = await startServer((request, response) => {
      asked.push(request);
      mapped.serve(request, response);
    });
  });
  afterAll(async () => {
    await origin[Symbol.asyncDispose]();
    await page.close();
  });
  afterEach(() => {
    asked.length = 0;
    for (const frame of origin.windows.all) frame.close();
  });
  const mapped: MappedPage = {
    get origin() {
      return origin;
    },
    get address() {
      return new URL(page.url).host;
    },
    asked,
    serve: () => undefined,
    map(...mappings) {
      mapped.serve = (_request, response) => response.end("here");
      const all = mappings.length > 0 ? mappings : [{ prefix: "/", target: mapped.address }];
      origin.application.setActivity({ mappings: all });
    },
    told: () => origin.windows.all.flatMap(({ problems }) => problems.all.map(({ message }) => message)),
  };
  return mapped;
}

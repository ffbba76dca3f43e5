import { statusRefusal } from "../../base/refusal.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ActivityWindow } from "../window.ts";
import type { ProblemText } from "../report.ts";
import { largestForm, readBody, urlOf } from "../../base/http.ts";
import { acceptWebSocket, type Upgrade } from "../../base/sockets.ts";
import type { EmulatorApplication } from "../../state/application.ts";
import { findMapping, isLocalHost, type MappedPath } from "../../state/url-mappings.ts";
import { findByHost, type ProxyInit, hostPath } from "../windows.ts";
import {
  readBlockedReport,
  type ActivityOrigin,
  reportPath,
  explain,
  relayPath,
  hostHeaders,
  hostPage,
  scriptPath,
} from "./own-pages.ts";
import { program as hostScript } from "./browser/host.ts?program";
import { program as pageScript } from "./browser/page.ts?program";
import { forward, type Forwarding, pageScriptPath } from "./forward.ts";
import { forwardSocket, refuseSocket, relaySocket } from "./sockets.ts";
import {
  blocked,
  noActivity,
  noMapping,
  ownTarget,
  noApplication,
  noTicket,
  pathNotFound,
  ticketOfAnother,
  ticketExpired,
  wrongOrigin,
} from "./problems.ts";

const longestMessage = 1024 * 1024;

const scripts: Readonly<Record<string, string>> = { [scriptPath]: hostScript, [pageScriptPath]: pageScript };

interface Visit {
  readonly application: EmulatorApplication;
  readonly origin: ActivityOrigin;
}

export class ActivityOrigins {
  readonly #init: ProxyInit;

  constructor(init: ProxyInit) {
    this.#init = init;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = "" } = request.headers;
    const origin = { host, webBase: this.#init.webBase };
    const application = findByHost(this.#init.world, host);
    if (!application)
      return explain(request, response, 404, noApplication(host, this.#init.world.applications), origin);
    const visit = { application, origin };
    const { pathname } = urlOf(request);
    if (pathname.startsWith("/.slashpass/")) return await this.#answerOwn(visit, request, response);
    const found = this.#mapped(visit, request);
    if ("hint" in found) return explain(request, response, 404, found, origin);
    forward(request, response, found);
  }

  async upgrade(upgrade: Upgrade, areTooMany: boolean): Promise<void> {
    const { request, socket } = upgrade;
    const { host = "" } = request.headers;
    const application = findByHost(this.#init.world, host);
    if (!application || areTooMany) return refuseSocket(socket, 503, "Service Unavailable");
    const visit = { application, origin: { host, webBase: this.#init.webBase } };
    if (urlOf(request).pathname === relayPath) return await this.#openRelay(visit, upgrade);
    const found = this.#mapped(visit, request);
    if ("hint" in found) return refuseSocket(socket, 404, "Not Found", found.message);
    forwardSocket(upgrade, found);
  }

  async #answerOwn(visit: Visit, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = urlOf(request);
    const script = scripts[pathname];
    if (script !== undefined)
      return void response.writeHead(200, { "content-type": "text/javascript; charset=utf-8" }).end(script);
    if (pathname === reportPath && request.method === "POST")
      return await this.#receiveReport(visit, request, response);
    if (pathname !== hostPath) return explain(request, response, 404, pathNotFound(pathname), visit.origin);
    const found = this.#findWindow(visit, searchParams.get("ticket"));
    if ("hint" in found) return explain(request, response, 403, found, visit.origin);
    response.writeHead(200, hostHeaders(visit.origin)).end(hostPage(found));
    if (!visit.application.activity) this.#add(found, noActivity(visit.application.name));
  }

  #findWindow({ application, origin }: Visit, ticket: string | null): ActivityWindow | ProblemText {
    if (!ticket) return noTicket(origin.webBase);
    const window = this.#init.windows.find(ticket);
    if (!window) return ticketExpired(origin.webBase);
    return window.application.id === application.id
      ? window
      : ticketOfAnother(window.application, application);
  }

  async #receiveReport(visit: Visit, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin } = request.headers;
    if (origin !== undefined && origin !== "null" && origin !== `http://${visit.origin.host}`)
      throw statusRefusal(403);
    const report = readBlockedReport(await readBody(request, largestForm));
    response.writeHead(204).end();
    if (!report) return;
    const problem = blocked({ ...report, host: visit.origin.host });
    this.#addToWindows(visit, report.page, problem);
  }

  /** Browsers allow cross-origin WebSockets, so the origin must be checked. */
  async #openRelay(visit: Visit, upgrade: Upgrade): Promise<void> {
    const { request, socket } = upgrade;
    const { origin } = request.headers;
    const found =
      origin === `http://${visit.origin.host}`
        ? this.#findWindow(visit, urlOf(request).searchParams.get("ticket"))
        : wrongOrigin(origin, visit.origin.host);
    if ("hint" in found) return refuseSocket(socket, 403, "Forbidden", `${found.message}\n${found.hint}\n`);
    await acceptWebSocket(upgrade, longestMessage, (opened) => relaySocket(opened, found));
  }

  #mapped(visit: Visit, request: IncomingMessage): Forwarding | ProblemText {
    const { application, origin } = visit;
    const { activity, id } = application;
    const report = (problem: ProblemText) => this.#report(visit, request, problem);
    if (!activity || activity.mappings.length === 0) return report(noActivity(application.name));
    const path = urlOf(request).pathname.replace(/^\/\.proxy(?=\/|$)/, "") || "/";
    const target = findMapping(activity.mappings, path);
    if (!target) return report(noMapping(path, activity.mappings));
    if (this.#isOwn(target)) return report(ownTarget(target.mapping.prefix));
    return { target, origin, id, csp: activity.csp ?? true, clock: this.#init.world.clock, report };
  }

  /** If a path were mapped to the emulator itself, the emulator would respond with its own pages. */
  #isOwn({ host, port }: MappedPath): boolean {
    return isLocalHost(host) && port === Number(new URL(this.#init.webBase).port);
  }

  #report(visit: Visit, request: IncomingMessage, problem: ProblemText): ProblemText {
    const isPage = urlOf(request).searchParams.has("frame_id");
    const page = isPage ? `http://${visit.origin.host}${request.url}` : (request.headers.referer ?? "");
    this.#addToWindows(visit, page, problem);
    return problem;
  }

  /** A script's request does not identify its window, so the problem is reported in all of the application's windows. */
  #addToWindows({ application }: Visit, page: string, problem: ProblemText): void {
    const windows = this.#init.windows.all.filter((window) => window.application.id === application.id);
    const id = URL.canParse(page) ? new URL(page).searchParams.get("frame_id") : null;
    const meant = windows.filter((window) => window.id === id);
    for (const window of meant.length > 0 ? meant : windows) this.#add(window, problem);
  }

  #add(window: ActivityWindow, problem: ProblemText): void {
    window.problems.add({ ...problem, at: this.#init.world.clock.now() });
  }
}

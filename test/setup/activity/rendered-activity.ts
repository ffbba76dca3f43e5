import type { Frame, Page } from "playwright-core";
import { until } from "../until.ts";

/** The result of a call: an answer or an error, never both. */
export interface Settled {
  readonly answer?: unknown;
  readonly error?: unknown;
}

/** The page in flow/fixtures/activity, shown in a browser by the emulator's host page. */
export class RenderedActivity {
  readonly #frame: Frame;

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  /** @param url - The URL of the page that contains the Activity. */
  static async open(page: Page, url: string): Promise<RenderedActivity> {
    await page.goto(url);
    // Until then, the surrounding page has only an empty frame.
    const find = () => page.frames().find((one) => new URL(one.url()).searchParams.has("frame_id"));
    const frame = await until(find);
    await frame.waitForLoadState();
    return new RenderedActivity(frame);
  }

  /** Calls an SDK command, whose schema parses the answer. */
  run(name: string, args?: unknown): Promise<Settled> {
    return this.evaluate(`activity.run(${write(name)}, ${write(args)})`);
  }

  subscribe(event: string, args?: unknown): Promise<Settled> {
    return this.evaluate(`activity.subscribe(${write(event)}, ${write(args)})`);
  }

  unsubscribe(event: string, args?: unknown): Promise<Settled> {
    return this.evaluate(`activity.unsubscribe(${write(event)}, ${write(args)})`);
  }

  /** Waits for an event and returns the data of the latest one. */
  async received(event: string): Promise<unknown> {
    const list = `activity.received[${write(event)}]`;
    await until(() => this.evaluate(`${list} !== undefined`));
    return this.evaluate(`${list}.at(-1)`);
  }

  text(selector: string): Promise<string> {
    return this.#frame.innerText(selector);
  }

  evaluate<Result>(expression: string): Promise<Result> {
    return this.#frame.evaluate(expression);
  }
}

const write = (value: unknown) => (value === undefined ? "undefined" : JSON.stringify(value));

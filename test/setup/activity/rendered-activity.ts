import type { Frame, Page } from "playwright-core";
import { until } from "../until.ts";

/** A call's outcome: either a result or an error. */
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

  /** @param url - the URL of the page that contains the Activity. */
  static async open(page: Page, url: string): Promise<RenderedActivity> {
    await page.goto(url);
    // The surrounding page's frame is empty until it loads the Activity.
    const find = () => page.frames().find((one) => new URL(one.url()).searchParams.has("frame_id"));
    const frame = await until(find);
    await frame.waitForLoadState();
    return new RenderedActivity(frame);
  }

  /** Calls an SDK command. The SDK's schema parses the response. */
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

import type { Frame, Page } from "playwright-core";
import { until } from "../until.ts";

/** What came of a call: never both. */
export interface Settled {
  readonly answer?: unknown;
  readonly error?: unknown;
}

/** The page of flow/fixtures/activity, as the emulator's host shows it in a browser. */
export class ShownActivity {
  readonly #frame: Frame;

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  /** @param url - of the page that holds the Activity. */
  static async open(page: Page, url: string): Promise<ShownActivity> {
    await page.goto(url);
    // Until then the frame is an empty one of the page around it.
    const find = () => page.frames().find((one) => new URL(one.url()).searchParams.has("frame_id"));
    const frame = await until(find);
    await frame.waitForLoadState();
    return new ShownActivity(frame);
  }

  /** Calls a command of the SDK, whose schema parses the answer. */
  run(name: string, args?: unknown): Promise<Settled> {
    return this.evaluate(`activity.run(${write(name)}, ${write(args)})`);
  }

  subscribe(event: string, args?: unknown): Promise<Settled> {
    return this.evaluate(`activity.subscribe(${write(event)}, ${write(args)})`);
  }

  unsubscribe(event: string, args?: unknown): Promise<Settled> {
    return this.evaluate(`activity.unsubscribe(${write(event)}, ${write(args)})`);
  }

  /** The data of the event that came last, once one has come. */
  async heard(event: string): Promise<unknown> {
    const list = `activity.heard[${write(event)}]`;
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

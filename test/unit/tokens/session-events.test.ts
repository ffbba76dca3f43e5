import { once } from "node:events";
import { expect, it } from "vitest";
import {
  SessionEndedEvent,
  SessionEventTarget,
  SessionRenewedEvent,
} from "../../../src/tokens/session-events.ts";

function start() {
  const failures: string[] = [];
  const target = new SessionEventTarget((name, error) => void failures.push(`${name}: ${String(error)}`));
  return { target, failures };
}
const renewed = () => new SessionRenewedEvent(new Date(5));

it("works with Node's own event functions", async () => {
  const { target } = start();
  expect(target).toBeInstanceOf(EventTarget);
  const ended = once(target, "ended");
  target.dispatchEvent(new SessionEndedEvent(undefined));
  const [event] = await ended;
  expect(event).toMatchObject({ type: "ended", reason: undefined });
});

it("calls the other listeners and logs the error if a listener throws, rejects or never settles", async () => {
  const { target, failures } = start();
  let calls = 0;
  target.addEventListener("renewed", () => {
    throw new TypeError("mine");
  });
  target.addEventListener("renewed", () => Promise.reject(new TypeError("later")));
  target.addEventListener("renewed", () => new Promise(() => undefined));
  target.addEventListener("renewed", () => calls++);
  target.dispatchEvent(renewed());
  expect(calls).toBe(1);
  await expect
    .poll(() => failures)
    .toEqual(['listener of "renewed": TypeError: mine', 'listener of "renewed": TypeError: later']);
});

it("calls a listener once per event until removal, abort or the first call with `once`", () => {
  const { target } = start();
  const calls = { plain: 0, once: 0, signal: 0 };
  const plain = () => calls.plain++;
  const never = () => undefined;
  const controller = new AbortController();
  target.addEventListener("renewed", plain);
  target.addEventListener("renewed", plain);
  target.addEventListener("renewed", () => calls.once++, { once: true });
  target.addEventListener("renewed", () => calls.signal++, { signal: controller.signal });
  target.dispatchEvent(renewed());
  target.dispatchEvent(renewed());
  target.removeEventListener("renewed", plain);
  target.removeEventListener("renewed", never);
  controller.abort();
  target.dispatchEvent(renewed());
  expect(calls).toEqual({ plain: 2, once: 1, signal: 2 });
});

it("accepts an object with handleEvent, like any EventTarget", () => {
  const { target, failures } = start();
  const listener = {
    received: 0,
    handleEvent() {
      this.received++;
      throw new TypeError("mine");
    },
  };
  target.addEventListener("renewed", listener);
  target.dispatchEvent(renewed());
  target.removeEventListener("renewed", listener);
  target.dispatchEvent(renewed());
  expect(listener.received).toBe(1);
  expect(failures).toHaveLength(1);
});

it.each([undefined, null, {}, "function"])("rejects %s as a listener", (listener) => {
  const { target } = start();
  expect(() => target.addEventListener("renewed", listener as never)).toThrow(
    expect.objectContaining({ code: "invalid_argument", type: 6 }) as Error,
  );
});

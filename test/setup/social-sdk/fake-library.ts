import type { NativeEvent, NativeValue } from "../../../src/social-sdk/binding.ts";
import type { LibraryCall, LibraryClient } from "../../../src/social-sdk/library-client.ts";

type Answer = (call: LibraryCall) => Promise<readonly NativeValue[]>;

/** Responds in place of the library and records the calls. */
export class FakeLibrary implements Pick<LibraryClient, "call" | "has" | "hold" | "listen" | "post"> {
  readonly calls: LibraryCall[] = [];
  readonly posted: string[] = [];
  /** The features that this release lacks. */
  readonly missing = new Set<string>();
  answer: Answer = () => Promise.resolve([]);
  isHeld = false;
  readonly #listeners = new Map<NativeEvent, (values: readonly NativeValue[]) => void>();

  call(call: LibraryCall): Promise<readonly NativeValue[]> {
    this.calls.push(call);
    return this.answer(call);
  }

  has(feature: string): boolean {
    return !this.missing.has(feature);
  }

  hold(isHeld: boolean): void {
    this.isHeld = isHeld;
  }

  listen(event: NativeEvent, listener: (values: readonly NativeValue[]) => void): void {
    this.#listeners.set(event, listener);
  }

  post(name: string): void {
    this.posted.push(name);
  }

  emit(event: NativeEvent, ...values: readonly NativeValue[]): void {
    this.#listeners.get(event)?.(values);
  }
}

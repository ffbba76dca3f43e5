/** Why the program ends: a signal, which may have to be passed on. */
export class EndedBy extends Error {
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals) {
    super(`Ended by ${signal}.`);
    this.name = "AbortError";
    this.signal = signal;
  }
}

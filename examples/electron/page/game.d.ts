/** The result of each call to main.ts. */
interface Shown {
  readonly player?: string;
  readonly isKept: boolean;
  readonly problem?: string;
}

/** The API that preload.cjs exposes to the page. */
declare const game: {
  restore(): Promise<Shown>;
  signIn(): Promise<Shown>;
  cancel(): Promise<void>;
  signOut(): Promise<void>;
};

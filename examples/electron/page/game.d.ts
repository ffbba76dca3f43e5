/** What main.ts answers. */
interface Shown {
  readonly player?: string;
  readonly isKept: boolean;
  readonly problem?: string;
}

/** What preload.cjs gives to the page. */
declare const game: {
  restore(): Promise<Shown>;
  signIn(): Promise<Shown>;
  cancel(): Promise<void>;
  signOut(): Promise<void>;
};

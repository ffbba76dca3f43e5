/** A list of listeners. */
export class Listeners<News> {
  readonly #listeners = new Set<(news: News) => void>();

  /** @returns a function that ends it. */
  listen(listener: (news: News) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(news: News): void {
    for (const listener of this.#listeners) listener(news);
  }
}

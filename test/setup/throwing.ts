/** Creates a function that throws `error`. */
export function throwing(error: unknown): () => never {
  return () => {
    throw error;
  };
}

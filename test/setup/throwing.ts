export function throwing(error: unknown): () => never {
  return () => {
    throw error;
  };
}

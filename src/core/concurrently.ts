/** Calls `work` for each item, at most `most` at a time. After a failure, no further items are started. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  let isOver = false;
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      if (isOver) return;
      results[index] = await work(item);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  } finally {
    isOver = true;
  }
  return results;
}

/** What `within` gives when the work was too slow. */
export const tooSlow: unique symbol = Symbol("too slow");

/** The result of `work`, or `tooSlow` after `ms`; the work goes on. */
export async function within<T>(ms: number, work: T | Promise<T>): Promise<T | typeof tooSlow> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = new Promise<typeof tooSlow>((resolve) => {
    timer = setTimeout(() => resolve(tooSlow), ms);
  });
  try {
    return await Promise.race([slow, work]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for a promise. Throws an error with this description if it takes longer than `limitMs`. */
export async function within<Value>(
  limitMs: number,
  promise: Promise<Value>,
  describe: () => string,
): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${describe()} (after ${limitMs} ms)`)), limitMs);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

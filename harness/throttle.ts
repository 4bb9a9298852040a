/**
 * Returns a function that admits a number of requests in each second of the clock. It returns whether a request is
 * admitted.
 */
export function throttle(perSecond: number): () => boolean {
  let second = 0;
  let taken = 0;
  return () => {
    const current = Math.floor(Date.now() / 1000);
    if (current !== second) taken = 0;
    second = current;
    return ++taken <= perSecond;
  };
}

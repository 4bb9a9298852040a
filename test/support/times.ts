/** Makes this many at once, and waits for all of them. */
export const times = <Result>(count: number, make: (i: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));

/**
 * Calls a function that does a batch until it finds nothing, at most a thousand times. Returns the
 * size of each batch, the last one (0) included.
 */
export async function drain(batch: () => Promise<number>): Promise<number[]> {
  const sizes: number[] = [];
  for (let i = 0; i < 1_000; i++) {
    sizes.push(await batch());
    if (sizes.at(-1) === 0) return sizes;
  }
  throw new Error('There is no end to the batches.');
}

/**
 * Runs batches until none is left, at most a thousand. Returns the size of each batch, including the last one (0).
 */
export async function drain(batch: () => Promise<number>): Promise<number[]> {
  const sizes: number[] = [];
  for (let i = 0; i < 1_000; i++) {
    sizes.push(await batch());
    if (sizes.at(-1) === 0) return sizes;
  }
  throw new Error('The batches do not end.');
}

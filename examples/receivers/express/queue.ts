/** Stands for your own code, which stores the event before it returns, unless its id is stored already. */
export async function enqueue(event: unknown): Promise<void> {
  console.log(JSON.stringify(event));
}

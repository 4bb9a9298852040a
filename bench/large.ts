import { addRecords, copyRecords, type Size } from '../harness/seed/records.ts';
import { addWorkspaces, idsOf } from '../harness/seed/workspaces.ts';
import type { Bench } from './bench.ts';

const rows = (count: number): Size => ({ clients: count, projects: count, invoices: count });
/** The rows of each of the workspaces beside the large one. */
export const rowsOfOthers = rows(1_000);

/**
 * Makes a database to copy, in which the first workspace has so many clients, projects and invoices. There are up to 20 other
 * workspaces, but together they have at most nine times as many. Returns its name.
 */
export async function largeDatabase({ database }: Bench, size: number): Promise<string> {
  const name = `corkboard_bench_large_${size}`;
  const others = Math.min(20, (9 * size) / rowsOfOthers.clients);
  await database(name, async client => {
    await addWorkspaces(client, 1 + others);
    const [large, ...rest] = await idsOf(client);
    // The large one's rows are neither the first nor the last.
    const before = rest.splice(0, rest.length / 2);
    await addRecords(client, before, rowsOfOthers);
    await addRecords(client, [large!], rows(size));
    await copyRecords(client, before, rest, rowsOfOthers);
  });
  return name;
}

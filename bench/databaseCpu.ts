import { readdir } from 'node:fs/promises';
import type pg from 'pg';
import { statOf, ticksPerSecond } from './server.ts';

const sum = (fields: string[]) => fields.reduce((total, field) => total + Number(field), 0);

/**
 * Returns a function that reads how much processor time a PostgreSQL on this machine has used so far, in seconds: all its
 * processes, those included that have ended.
 */
export async function databaseCpu(client: pg.Client): Promise<() => Promise<number>> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const fields = await statOf(rows[0].pid).catch(() => {
    throw new Error('The processor time of PostgreSQL can be measured only on its own machine.');
  });
  const parent = fields[1]!;
  return async () => {
    // utime, stime and those of children that have ended.
    let ticks = sum((await statOf(parent)).slice(11, 15));
    for (const pid of (await readdir('/proc')).filter(name => /^\d+$/.test(name))) {
      const stat = await statOf(pid).catch(() => null);
      if (stat?.[1] === parent) ticks += sum(stat.slice(11, 13));
    }
    return ticks / ticksPerSecond;
  };
}

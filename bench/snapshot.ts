import { queuedJobs } from '../test/support/queue.ts';
import { type BenchServer, connect } from './database.ts';
import { median, quantile, table } from './report.ts';
import { steadily } from './steady.ts';
import { endpointsFor, openSite } from './webhooks.ts';

/** How many endpoints there are, and for how many seconds events are emitted. */
const endpoints = 1_000;
const seconds = 120;

/**
 * Events at a steady pace before, while and after a transaction holds a snapshot, as a dump or a report does: PostgreSQL keeps
 * all rows that the transaction might still read, those of finished jobs above all.
 */
export async function benchSnapshot(server: BenchServer, quick: boolean): Promise<void> {
  const site = await openSite(server);
  const rows: string[][] = [];
  for (const when of ['before', 'held', 'after']) {
    await endpointsFor(site, endpoints);
    const holder = await connect(site.databaseUrl);
    if (when === 'held')
      await holder.query('begin isolation level repeatable read; select from corkboard.plans');
    const took = await steadily({ ...site, seconds: quick ? seconds / 10 : seconds });
    const { rows: dead } = await site.client.query(
      `select coalesce(sum(n_dead_tup), 0)::int as dead from pg_stat_all_tables where relid = '${queuedJobs}'::regclass`,
    );
    await holder.end();
    const last = took.slice(-took.length / 4);
    rows.push([
      when,
      String(took.length),
      ...[took, last].flatMap(times => [median(times).toFixed(1), quantile(times, 0.99).toFixed(1)]),
      String(dead[0].dead),
    ]);
  }
  await site.stop();
  console.log(
    `\n100 events a second, each to five of ${endpoints} endpoints; from the commit to the receiver, ms:\n`,
  );
  table(
    [
      'Snapshot',
      'Deliveries',
      'Median',
      'p99',
      'Median of the last quarter',
      'p99 of it',
      'Dead rows in the queue',
    ],
    rows,
  );
}

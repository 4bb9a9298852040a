import type { Registry } from 'prom-client';
import type { Worker } from '../jobs/work.ts';
import { askedGauges } from './ask.ts';

/** Measures what makes PostgreSQL slower over time: transactions and snapshots that are held, and dead rows. */
export function measureDatabase(registry: Registry, { database }: Pick<Worker, 'database'>): void {
  const gauge = askedGauges(registry, database, 'how old transactions are');
  for (const [figure, help] of [
    ['oldest_transaction_seconds', 'For how long the oldest transaction in the database has been open.'],
    [
      'oldest_snapshot_seconds',
      'For how long, at most, the oldest snapshot is held that keeps vacuum from removing dead rows.',
    ],
    [
      'oldest_snapshot_transactions',
      'How many transactions have begun since the oldest snapshot that keeps vacuum from removing dead rows, those of standbys and replication slots included.',
    ],
    [
      'hidden_sessions',
      'Sessions of other roles that these figures leave out, because the owner of the database lacks pg_read_all_stats.',
    ],
  ] as const) {
    gauge(`corkboard_database_${figure}`, help, [], ({ answer }) => [[{}, answer[figure]]]);
  }
  for (const [figure, help] of [
    ['live_rows', 'Rows of each table, as PostgreSQL estimates.'],
    [
      'dead_rows',
      'Deleted and replaced rows of each table that vacuum has not removed yet, as PostgreSQL estimates.',
    ],
  ] as const) {
    gauge(`corkboard_database_${figure}`, help, ['table'], ({ answer }) =>
      answer.tables.map(row => [{ table: row.table }, row[figure]]),
    );
  }
}

import type pg from 'pg';
import { notification } from '../src/database/jobNotifier.ts';

/** The data of an event that benchmarks emit. */
export const data = {
  clientId: '01a1fd7d-ff66-793b-acbd-98316dec1144',
  clientName: 'Harbour Bakery',
  contactName: null,
  company: 'Harbour Bakery Ltd',
  createdAt: '2026-11-21T09:44:15.463Z',
};

/** Emits `client.created` in a workspace as the service does. `n` in the data identifies the event. */
export const emit = (service: pg.Client, workspaceId: string, n = 0) => emitMany(service, workspaceId, n, n);

/** Emits the events from `first` to `last` in one transaction, and notifies the workers of their jobs, as the service does. */
export async function emitMany(
  service: pg.Client,
  workspaceId: string,
  first: number,
  last: number,
): Promise<void> {
  await service.query(
    `select corkboard.emit_event($1, 'client.created', d::json)
     from corkboard.lock_workspace($1), unnest($2::text[]) d`,
    [
      workspaceId,
      Array.from({ length: last - first + 1 }, (_, i) => JSON.stringify({ ...data, n: first + i })),
    ],
  );
  await service.query(notification(last - first + 1));
}

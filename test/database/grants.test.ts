import test from 'ava';
import { jobQueues, knownCrontabs, queuedJobs, queuedTasks } from '../support/queue.ts';
import { sharedWorld } from '../support/world.ts';

// The privileges of the service's role on the tables of the job queue, which belong to graphile-worker.
const w = sharedWorld(test, 'api');

test('corkboard_app may write the queue’s tables that the service writes, and no others', async t => {
  const { rows } = await w.db.query<{ name: string; privileges: string }>(`
    select c.oid::regclass::text as name, string_agg(p.privilege, ', ' order by p.n) as privileges
      from pg_class c
      cross join unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) with ordinality as p (privilege, n)
     where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f')
       and has_table_privilege('corkboard_app', c.oid, p.privilege)
     group by c.oid`);
  t.deepEqual(Object.fromEntries(rows.map(({ name, privileges }) => [name, privileges])), {
    [queuedJobs]: 'SELECT, INSERT, UPDATE, DELETE',
    [jobQueues]: 'SELECT, INSERT, UPDATE',
    [knownCrontabs]: 'SELECT, INSERT, UPDATE',
    [queuedTasks]: 'SELECT, INSERT',
    'graphile_worker.jobs': 'SELECT',
    'graphile_worker.migrations': 'SELECT',
  });
});

test('corkboard_app can’t remove the record of the queue’s migrations, without which a release fails', async t => {
  await t.throwsAsync(w.service.query('delete from graphile_worker.migrations'), {
    message: 'permission denied for table migrations',
  });
});

import test from 'ava';
import { launch } from '../../support/launch.ts';
import { callTool } from '../../support/tools.ts';
import { world } from '../../support/world.ts';

const w = world(test);

test('a server killed in the middle of a call loses nothing and doubles nothing: called again, there is one record', async t => {
  const studio = await w.workspace();
  const web = launch(t, 'web', { DATABASE_URL: w.serviceUrl, PORT: '0' });
  const port = await web.says(/"port":(\d+)/);
  const args = { name: 'Harbour Bakery' };
  // Somebody else has the workspace's lock, so that the write waits in the database.
  const other = await w.db.connect();
  await other.query('begin');
  await other.query('select corkboard.lock_workspace($1)', [studio.id]);
  const call = callTool({ ...studio, baseUrl: `http://127.0.0.1:${port}` }, 'create_client', args);
  const lost = t.throwsAsync(call);
  await waiting();
  web.child.kill('SIGKILL');
  await lost;
  await other.query('commit');
  other.release();
  const again = await callTool(studio, 'create_client', args);
  t.false(again.isError);
  const { body } = await callTool(studio, 'list_clients');
  t.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    [again.body.client.id],
  );
  t.is((await callTool(studio, 'create_client', args)).text, again.text);
});

/** Resolves once a statement of the service waits for a lock. */
async function waiting(): Promise<void> {
  for (;;) {
    const { rows } = await w.db.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%begin_write%'`,
    );
    if (rows.length > 0) return;
  }
}

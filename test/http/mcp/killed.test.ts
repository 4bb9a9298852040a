import test from 'ava';
import { eventually } from '../../support/eventually.ts';
import { FaultyProxy } from '../../support/faultyProxy.ts';
import { launch } from '../../support/launch.ts';
import { waitsForLock } from '../../support/lockWaits.ts';
import { callTool } from '../../support/tools.ts';
import { world } from '../../support/world.ts';

const w = world(test);

test.serial('after a SIGKILL during a call, calling again leaves exactly one record', async t => {
  const studio = await w.workspace();
  const web = launch(t, 'web', { DATABASE_URL: w.serviceUrl, PORT: '0' });
  const port = await web.says(/"port":(\d+)/);
  const args = { name: 'Harbour Bakery' };
  // Another transaction holds the workspace's lock, so that the write waits in the database.
  const other = await w.db.connect();
  await other.query('begin');
  await other.query('select corkboard.lock_workspace($1)', [studio.id]);
  const call = callTool({ ...studio, baseUrl: `http://127.0.0.1:${port}` }, 'create_client', args);
  const lost = t.throwsAsync(call);
  await waitsForLock(w.db, { query: 'begin_api_write' });
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

test.serial(
  'after a SIGKILL between commit and answer, calling again leaves one record and tells the assistant',
  async t => {
    const studio = await w.workspace();
    const { id } = await studio.project();
    const proxy = await FaultyProxy.open(() => Number(new URL(w.serviceUrl).port));
    t.teardown(() => proxy.close());
    const web = launch(t, 'web', { DATABASE_URL: proxy.through(w.serviceUrl), PORT: '0' });
    const port = await web.says(/"port":(\d+)/);
    const args = { id, minutes: 90 };
    const other = await w.db.connect();
    await other.query('begin');
    await other.query('select corkboard.lock_workspace($1)', [studio.id]);
    const lost = t.throwsAsync(
      callTool({ ...studio, baseUrl: `http://127.0.0.1:${port}` }, 'log_time', args),
    );
    await waitsForLock(w.db, { query: 'begin_api_write' });
    // From here on the server receives nothing from the database.
    proxy.silence();
    await other.query('commit');
    other.release();
    await timeLogged(studio.id);
    web.child.kill('SIGKILL');
    await lost;
    const again = await callTool(studio, 'log_time', args);
    t.true(again.replayed);
    t.regex(
      again.note!,
      /^Nothing was recorded: .+ That call succeeded, and the result above is its answer\. /,
    );
    const { rows } = await w.db.query('select id from corkboard.time_entries where workspace_id = $1', [
      studio.id,
    ]);
    t.deepEqual(rows, [{ id: again.body.timeEntry.id }]);
  },
);

/** Resolves once the workspace has a time entry. */
async function timeLogged(workspaceId: string): Promise<void> {
  const entries = 'select 1 from corkboard.time_entries where workspace_id = $1';
  await eventually(async () => (await w.db.query(entries, [workspaceId])).rowCount! > 0);
}

import test from 'ava';
import { rowsOf } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';

const w = consoleWorld(test);
const { sql, call } = w;

test('each entry knows who logged it, a member also after they changed their address and left', async t => {
  const studio = await w.workspace({ label: 'Claude' });
  const { id } = await studio.project();
  const member = await w.member(studio.id, 'Ann@studio.example');
  const log = (label: string) =>
    sql(
      `select corkboard.log_time(($1, 'app', $3)::corkboard.caller, $2, 5, null, null, true)`,
      studio.id,
      id,
      label,
    );
  await studio.post(`/projects/${id}/time`, { minutes: 5 });
  await Promise.all(['operator', 'operator', 'ann@studio.example', 'ANN@studio.example'].map(log));
  const keepers = () =>
    sql(
      `select k.kind, k.name, count(*)::integer as entries from corkboard.time_entries t
         join corkboard.timekeepers k on k.workspace_id = t.workspace_id and k.id = t.timekeeper_id
        where t.workspace_id = $1 group by k.id, k.kind, k.name order by k.kind`,
      studio.id,
    );
  const others = [
    { kind: 'key', name: 'Claude', entries: 1 },
    { kind: 'operator', name: 'operator', entries: 2 },
  ];
  const [key, operator] = others;
  t.deepEqual(await keepers(), [key, { kind: 'member', name: 'Ann@studio.example', entries: 2 }, operator]);
  await call('set_member_email', studio.id, member.person.memberId, 'ann@home.example');
  await call('remove_member', studio.id, member.person.memberId);
  t.deepEqual(await keepers(), [key, { kind: 'member', name: 'ann@home.example', entries: 2 }, operator]);
  const owner = await w.owner(studio.id);
  t.deepEqual(
    rowsOf((await owner.get(`/projects/${id}?tab=time`)).text)
      .map(([, , , by]) => by)
      .sort(),
    ['Claude (assistant, via API)', 'ann@home.example', 'ann@home.example', 'operator', 'operator'],
  );
});

import test from 'ava';
import { toFailure } from '../../src/errors/translate.ts';
import { signIn } from '../support/session.ts';
import { sharedWorld } from '../support/world.ts';

// The rules of a member's timer, on its functions. Its times are given, so that nothing waits.

const w = sharedWorld(test, 'api');
const { sql } = w;

/** A member with two projects, in a workspace in Berlin. */
async function member() {
  const studio = await w.workspace();
  await sql(`update corkboard.workspaces set time_zone = 'Europe/Berlin' where id = $1`, studio.id);
  const { id: clientId } = await studio.client({ name: 'Harbour Bakery' });
  const [website, menu] = [
    await studio.project({ clientId, name: 'Website' }),
    await studio.project({ clientId, name: 'Menu' }),
  ];
  const { memberId } = await signIn(w, studio.id, { email: 'ana@studio.example' });
  const call = async (name: string, ...values: unknown[]) => {
    const places = values.map((_, n) => `, $${n + 3}`).join('');
    const [row] = await sql(
      `select * from corkboard.${name}($1, $2${places})`,
      studio.id,
      memberId,
      ...values,
    );
    return row;
  };
  return {
    studio,
    memberId,
    clientId,
    website: website.id,
    menu: menu.id,
    start: (project: string, now: string) => call('start_timer', project, now),
    pause: (now: string) => call('pause_timer', now),
    resume: (now: string) => call('resume_timer', now),
    /** The minutes and the day of the entry. */
    stop: async (now: string, minutes: number | null = null, shown: string | null = null) => {
      const { id } = await call('stop_timer', shown, minutes, 'Tiles', false, now);
      const [entry] = await sql(
        'select minutes, date::text, project_id as project, description, billable from corkboard.time_entries where id = $1',
        id,
      );
      return entry;
    },
    discard: (shown: string | null = null) => call('discard_timer', shown),
    timer: async () =>
      (await sql('select * from corkboard.timers where member_id = $1', memberId))[0] ?? null,
    entries: () =>
      sql(
        'select project_id as project, minutes, billable from corkboard.time_entries where workspace_id = $1 order by id',
        studio.id,
      ),
  };
}

/** What a function refuses. */
const refusal = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'nothing',
    error => `${toFailure(error)!.code}: ${toFailure(error)!.message}`,
  );

test('a timer counts what passes between its pauses, and is logged on the day it began', async t => {
  const m = await member();
  for (const [minutes, date, moments] of [
    [1, '2026-11-02', '2026-11-02T10:00:00Z 2026-11-02T10:00:00Z'],
    [2, '2026-11-02', '2026-11-02T10:00:00Z 2026-11-02T10:01:01Z'],
    [60, '2026-11-02', '2026-11-02T10:00:00Z 2026-11-02T11:00:00.9Z'],
    // Across midnight in Berlin, with a pause there.
    [90, '2026-11-02', '2026-11-02T22:30:00Z 2026-11-02T22:45:00Z 2026-11-02T23:15:00Z 2026-11-03T00:30:00Z'],
    // A day in Berlin that has begun while it is the day before in UTC.
    [5, '2026-11-03', '2026-11-02T23:30:00Z 2026-11-02T23:35:00Z'],
    // The night in which an hour is left out, and the one in which an hour comes twice.
    [120, '2026-03-28', '2026-03-28T22:30:00Z 2026-03-29T00:30:00Z'],
    [
      120,
      '2026-03-29',
      '2026-03-29T00:30:00Z 2026-03-29T01:30:00Z 2026-03-29T05:00:00Z 2026-03-29T06:00:00Z',
    ],
    [180, '2026-10-24', '2026-10-24T21:30:00Z 2026-10-25T00:30:00Z'],
    [150, '2026-10-25', '2026-10-24T22:30:00Z 2026-10-25T01:00:00Z'],
    // A clock that was set back.
    [1, '2026-11-02', '2026-11-02T10:00:00Z 2026-11-02T09:00:00Z'],
  ] as const) {
    const [start, ...times] = moments.split(' ') as [string, ...string[]];
    await m.start(m.website, start);
    const end = times.pop()!;
    // A pause that is pressed twice, and a second press to go on, change nothing.
    for (const [n, time] of times.entries())
      for (const at of [time, time.replace(':00Z', ':59Z')]) await (n % 2 ? m.resume(at) : m.pause(at));
    t.like(await m.stop(end), { minutes, date, description: 'Tiles', billable: false }, `${start} ${end}`);
    t.is(await m.timer(), null);
  }
});

test('past 16 hours a timer has stopped counting, and only a typed duration stops it', async t => {
  const m = await member();
  await m.start(m.website, '2026-11-02T00:00:00Z');
  t.like(await m.stop('2026-11-02T16:00:00Z'), { minutes: 960 });
  await m.start(m.website, '2026-11-02T00:00:00Z');
  await m.pause('2026-11-02T15:00:00Z');
  await m.resume('2026-11-05T08:00:00Z');
  const late = '2026-11-05T09:00:01Z';
  const asks =
    'The timer on Website stopped counting after 16 hours. Enter how long you worked and stop it, or discard it.';
  for (const call of [
    m.pause,
    m.resume,
    (now: string) => m.start(m.menu, now),
    (now: string) => m.start(m.website, now),
  ])
    t.is(await refusal(call(late)), `conflict: ${asks}`);
  t.is(
    await refusal(m.stop(late)),
    'validation: minutes is required, because the timer stopped counting after 16 hours.',
  );
  t.is(await refusal(m.stop('2126-01-01T00:00:00Z', 961)), 'validation: minutes must be at most 960.');
  t.like(await m.stop('2126-01-01T00:00:00Z', 55), { minutes: 55, date: '2026-11-02' });
  t.is((await m.entries()).length, 2);
  // A duration can be typed at any time.
  await m.start(m.website, '2026-11-02T10:00:00Z');
  t.like(await m.stop('2026-11-02T10:30:00Z', 12), { minutes: 12 });
});

test('starting on another project logs the time of the first, and on the same project goes on', async t => {
  const m = await member();
  t.is((await m.start(m.website, '2026-11-02T10:00:00Z')).logged_id, null);
  const { logged_id } = await m.start(m.menu, '2026-11-02T10:10:00Z');
  t.truthy(logged_id);
  t.deepEqual(await m.entries(), [{ project: m.website, minutes: 10, billable: true }]);
  await m.pause('2026-11-02T10:20:00Z');
  await m.start(m.menu, '2026-11-02T11:00:00Z');
  t.like(await m.stop('2026-11-02T11:05:00Z'), { project: m.menu, minutes: 15 });
});

test('the timer of a project in the trash can only be discarded', async t => {
  const m = await member();
  await m.start(m.website, '2026-11-02T10:00:00Z');
  await sql('select corkboard.trash_project($1, $2)', m.studio.id, m.website);
  const before = await m.timer();
  const stays =
    "conflict: Website is in the trash, so its timer can't be stopped. Restore the project, or discard the timer.";
  t.is(await refusal(m.stop('2026-11-02T10:05:00Z')), stays);
  t.is(await refusal(m.start(m.menu, '2026-11-02T10:05:00Z')), stays);
  t.deepEqual([await m.timer(), await m.entries()], [before, []]);
  await m.discard();
  await m.start(m.menu, '2026-11-02T10:05:00Z');
  t.like(await m.timer(), { project_id: m.menu });
});

test('a page that shows an earlier timer neither stops nor discards the present one', async t => {
  const m = await member();
  await m.start(m.website, '2026-11-02T10:00:00Z');
  const { id } = (await m.timer())!;
  await m.start(m.menu, '2026-11-02T10:05:00Z');
  const other =
    'conflict: The timer that this page showed was stopped or discarded, and you have another one. Check it, then press the button again.';
  t.is(await refusal(m.stop('2026-11-02T10:10:00Z', null, id)), other);
  t.is(await refusal(m.discard(id)), other);
  t.like(await m.timer(), { project_id: m.menu });
});

test('of several presses at once one stops the timer and one starts it', async t => {
  const m = await member();
  const outcomes = async (text: string, ...values: unknown[]) => {
    const calls = [1, 2, 3, 4].map(() =>
      refusal(w.service.query(`select corkboard.${text}`, [m.studio.id, m.memberId, ...values])),
    );
    return (await Promise.all(calls)).toSorted();
  };
  t.deepEqual(await outcomes('start_timer($1, $2, $3)', m.website), Array(4).fill('nothing'));
  const none = 'conflict: You have no timer: it was stopped or discarded.';
  t.deepEqual(await outcomes('stop_timer($1, $2, null, null, null, true)'), [none, none, none, 'nothing']);
  t.is((await m.entries()).length, 1);
});

test('a timer goes with its member, and with the client when that is erased', async t => {
  const m = await member();
  await m.start(m.website, '2026-11-02T10:00:00Z');
  await sql('select corkboard.remove_member($1, $2)', m.studio.id, m.memberId);
  t.is(await m.timer(), null);
  const other = await member();
  await other.start(other.website, '2026-11-02T10:00:00Z');
  await sql(
    'select corkboard.erase_client($1, $2) from corkboard.enter_workspace($1)',
    other.studio.id,
    other.clientId,
  );
  t.is(await other.timer(), null);
});

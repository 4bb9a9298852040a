import test from 'ava';
import fc from 'fast-check';
import type { Row } from '../../src/actions/define.ts';
import { toFailure } from '../../src/errors/translate.ts';
import { act } from '../support/actor.ts';
import { setClock } from '../support/clock.ts';
import { times } from '../support/times.ts';
import { world } from '../support/world.ts';

// How documents are numbered, and that no number is given twice.

const w = world(test);

async function studioWith(settings: Row = {}) {
  const studio = await w.workspace();
  const project = await studio.project();
  await act(w.db, 'workspace.set', { workspace: studio.id }, settings);
  const set = (input: Row) =>
    act(w.db, 'workspace.set-numbers', { workspace: studio.id }, { kind: 'invoice', ...input });
  const refusal = (input: Row): Promise<string> =>
    set(input).then(
      ({ numbers }) => numbers.nextNumber,
      error => toFailure(error)!.message,
    );
  const draft = async (kind = 'invoice'): Promise<string> => {
    const drafted = `corkboard.draft_invoice(corkboard.current_actor($1), $2, $3, null, '[]', 1, 0, 0, false, 0, null, null, null, null)`;
    return (
      await w.sql(`select (${drafted}).number from corkboard.lock_workspace($1)`, studio.id, project.id, kind)
    )[0].number;
  };
  return { studio, project, set, refusal, draft };
}

test.serial(
  'numbers go on from those of another program, without gaps also for simultaneous drafts',
  async t => {
    await setClock(w, '2026-06-30T12:00Z');
    const { studio, project, set, draft } = await studioWith();
    t.is(await draft(), 'INV-0001');
    const { numbers } = await set({ format: 'RE-{year}-{number:3}', restartsYearly: true, nextNumber: 118 });
    t.is(numbers.nextNumber, 'RE-2026-118');
    const made = await times(6, () => draft());
    t.deepEqual(
      made.sort(),
      [118, 119, 120, 121, 122, 123].map(n => `RE-2026-${n}`),
    );
    t.is(await draft('estimate'), 'EST-0001');
    await set({ kind: 'credit_note', format: 'GS-{year}-{number:3}', nextNumber: 12 });
    for (const number of ['GS-2026-012', 'GS-2026-013']) {
      const { id } = await studio.invoice(project.id);
      await w.call('send_invoice', studio.id, id);
      t.is((await w.call('credit_invoice', studio.id, id))[0].number, number);
    }
  },
);

test.serial(
  'the year is that of the day in the workspace’s time zone, and its numbers go on if it comes back',
  async t => {
    const { studio, set, refusal, draft } = await studioWith({ timeZone: 'Pacific/Auckland' });
    const moveTo = (timeZone: string) => act(w.db, 'workspace.set', { workspace: studio.id }, { timeZone });
    await setClock(w, '2026-12-31T10:59Z');
    await set({ format: 'RE{year}/{number}', restartsYearly: true, nextNumber: 7 });
    t.is(await draft(), 'RE2026/7');
    await setClock(w, '2026-12-31T11:01Z');
    t.is(await draft(), 'RE2027/1');
    t.regex(await refusal({ restartsYearly: false }), /nextNumber must be at least 8/);
    await moveTo('Europe/Berlin');
    t.is(await draft(), 'RE2026/8');
    // Without the restart numbers go on from there, beyond those of both years.
    t.is((await set({ restartsYearly: false })).numbers.nextNumber, 'RE2026/9');
    await moveTo('Pacific/Auckland');
    t.is(await draft(), 'RE2027/9');
  },
);

test.serial('formats are refused that could repeat a number, and starts that were passed', async t => {
  await setClock(w, '2026-06-30T12:00Z');
  const { set, refusal, draft } = await studioWith();
  const refused: [Row, RegExp][] = [
    [{ restartsYearly: true }, /format must have \{year\}/],
    [{ format: 'EST-{number}' }, /format must differ .* of estimates/],
    [{ format: 'est.0{number}' }, /format must differ .* of estimates/],
    [{ format: 'CN/{number:2}' }, /format must differ .* of credit notes/],
    ...[
      'RE-',
      'RE-{number}{number}',
      'RE {number}',
      'RE--{number}',
      '-{number}',
      '{number}.',
      '../{number}',
    ].map((format): [Row, RegExp] => [{ format }, /format must have \{number\} once/]),
    ...['{number:0}', '{Number}', '{year}', 'RE-{number:10}', 'Ä{number}', '{number}\n'].map(
      (format): [Row, RegExp] => [{ format }, /format must have \{number\} once/],
    ),
    [{ format: `${'R'.repeat(25)}{number}` }, /format must be at most 32 characters/],
    [{ nextNumber: 0 }, /nextNumber must be at least 1\./],
  ];
  for (const [input, message] of refused) t.regex(await refusal(input), message, JSON.stringify(input));
  t.is(await refusal({ nextNumber: 5 }), 'INV-0005');
  t.regex(await refusal({ nextNumber: 4 }), /nextNumber must be at least 5/);
  // A number that was given in other signs: INV-2026.5 would come again.
  await set({ format: 'INV-2026/{number}' });
  await draft();
  t.is(await refusal({ format: 'INV-{number}' }), 'INV-6');
  t.is(await refusal({ format: 'inv.{year}.{number:2}', restartsYearly: true }), 'inv.2026.06');
  // What an estimate has no invoice gets, either.
  await set({ kind: 'estimate', format: 'A-{number}', nextNumber: 30 });
  await draft('estimate');
  await set({ kind: 'estimate', format: 'B-{number}' });
  t.regex(await refusal({ format: 'A-{number}', restartsYearly: false }), /nextNumber must be at least 31/);
  t.is(await refusal({ format: 'A-{number}', restartsYearly: false, nextNumber: 31 }), 'A-31');
});

test.serial('no number comes twice, whatever is set', async t => {
  const kind = fc.constantFrom('invoice', 'estimate');
  const formats = ['A-{number}', 'a.2026.{number:2}', 'B/{number}', 'A-{year}-{number}'];
  const input = fc.oneof(
    fc.record({ kind, format: fc.constantFrom(...formats), restartsYearly: fc.constant(false) }),
    fc.record({ kind, format: fc.constant('A-{year}-{number}'), restartsYearly: fc.constant(true) }),
    fc.record({ kind, nextNumber: fc.constantFrom(4, 2026) }),
  );
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ draft: kind }) },
    { weight: 9, arbitrary: fc.record({ set: input }) },
    fc.record({ zone: fc.constantFrom('Pacific/Auckland', 'Pacific/Pago_Pago') }),
    fc.record({ hours: fc.constantFrom(13, 300 * 24) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 30 }), async steps => {
      const { studio, set, draft } = await studioWith();
      let clock = Date.parse('2025-12-31T20:00Z');
      const given: string[] = [];
      for (const one of steps) {
        if ('hours' in one) {
          clock += one.hours * 3_600_000;
          await setClock(w, new Date(clock).toISOString());
        } else if ('zone' in one)
          await act(w.db, 'workspace.set', { workspace: studio.id }, { timeZone: one.zone });
        else if ('set' in one) await set(one.set).catch(error => t.is(toFailure(error)!.code, 'validation'));
        else given.push((await draft(one.draft)).toLowerCase().replaceAll(/[/.]/g, '-'));
      }
      t.is(new Set(given).size, given.length, given.join(' '));
    }),
    { numRuns: 10 },
  );
});

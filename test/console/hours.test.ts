import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { type Browser, lacks, linksOf, rowsOf, type Seen, shows, textOf } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { recordsIn } from '../support/csv.ts';

const w = consoleWorld(test);
const { sql } = w;

/** The minutes of `12 h 30 min`. */
function minutesOf(text: string): number {
  const [, hours = '0', minutes = '0'] = /^(?:([\d,]+) h)? ?(?:(\d+) min)?/.exec(text)!;
  return Number(hours.replace(',', '')) * 60 + Number(minutes);
}

/** The figures of a page that link to the records at a path, with their addresses. */
const figures = (page: Seen, path: string) =>
  linksOf(page).filter(([text, href]) => href.startsWith(`${path}?`) && /^[\d,]+/.test(text));

const factOf = ({ text }: Seen, name: string) =>
  textOf(new RegExp(`<dt>${name}</dt><dd>(.*?)</dd>`).exec(text)?.[1] ?? '');

/** The rows of a table of a page, by its label; the last one is the total. */
const tableOf = ({ text }: Seen, label: string) =>
  rowsOf(new RegExp(`aria-label="${label}"[\\s\\S]*?</table>`).exec(text)?.[0] ?? '');

/** All parts of the report of hours, one after the other. */
async function hoursReport(reader: Browser, query: string): Promise<Seen> {
  const parts = ['', '&by=person', '&by=project'].map(by => reader.get(`/reports/hours?${query}${by}`));
  const pages = await Promise.all(parts);
  return { ...pages[0]!, text: pages.map(({ text }) => text).join('') };
}

/** All rows of a list, from page to page. */
async function listed(reader: Browser, href: string): Promise<string[][]> {
  const page = await reader.get(href);
  const next = linksOf(page).find(([name]) => name === 'Next page');
  const rows = tableOf(page, 'Time entries');
  return next ? [...rows, ...(await listed(reader, next[1]))] : rows;
}

/** Fails unless a figure equals the sum of the list behind it, and the list's file has as much. */
async function equalsItsList(
  t: ExecutionContext,
  reader: Browser,
  [text, href]: [string, string],
  withFile = true,
) {
  const page = await reader.get(href);
  t.is(page.status, 200, page.text);
  t.is(minutesOf(factOf(page, 'Total')), minutesOf(text), href);
  if (!withFile) return;
  const file = recordsIn((await reader.get(href.replace('/time?', '/time.csv?'))).text);
  const inFile = file.reduce((sum, row) => sum + Number(row.Minutes), 0);
  t.is(inFile, minutesOf(text), href);
  t.is(Number.parseInt(factOf(page, 'Found'), 10), file.length, href);
}

const day = (offset: number) => new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10);

const entry = fc.record({
  day: fc.nat(45),
  minutes: fc.integer({ min: 1, max: 960 }),
  billable: fc.boolean(),
  project: fc.nat(2),
  person: fc.nat(2),
  isBilled: fc.boolean(),
});

test('every figure of the hours equals the sum of the entries behind it, and they add up to the total', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  const projects = await Promise.all([1, 2, 3].map(() => studio.project()));
  const invoice = await studio.invoice(projects[0].id);
  const people = await sql(
    `insert into corkboard.timekeepers (workspace_id, kind, name)
     select $1, 'key', 'Key ' || n from generate_series(1, 3) n returning id`,
    studio.id,
  );
  const run = (text: string, ...values: unknown[]) => sql(text, studio.id, ...values);
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { minLength: 30, maxLength: 60 }),
      fc.nat(40),
      fc.nat(30),
      async (entries, from, length) => {
        await run('delete from corkboard.billed_time where workspace_id = $1');
        await run('delete from corkboard.time_entries where workspace_id = $1');
        await run(
          `insert into corkboard.time_entries (workspace_id, project_id, timekeeper_id, date, minutes, billable, description, created_via)
           select $1, e.project::uuid, e.person::uuid, e.day::date, e.minutes, e.billable, case when e."isBilled" then 'billed' end, 'api'
             from jsonb_to_recordset($2) e (project text, person text, day text, minutes int, billable bool, "isBilled" bool)`,
          JSON.stringify(
            entries.map(one => ({
              ...one,
              project: projects[one.project].id,
              person: people[one.person].id,
              day: day(one.day),
            })),
          ),
        );
        await run(
          `insert into corkboard.billed_time (workspace_id, time_entry_id, invoice_id, line_id)
           select $1, t.id, $2, t.id from corkboard.time_entries t
            where t.workspace_id = $1 and t.billable and t.description = 'billed'`,
          invoice.id,
        );
        const days = [day(from), day(from + length)] as const;
        const [{ minutes, entries: number, other }] = await run(
          `select coalesce(sum(minutes), 0)::int as minutes, count(*)::int as entries,
                  coalesce(sum(minutes) filter (where not billable), 0)::int as other
             from corkboard.time_entries where workspace_id = $1 and date between $2 and $3`,
          ...days,
        );
        const query = `from=${days[0]}&until=${days[1]}`;
        const page = await hoursReport(owner, query);
        if (number === 0) return shows(t, page, 'No time was logged for these days');
        const found = figures(page, '/reports/time');
        for (const [at, one] of [...new Map(found.map(one => [one[1], one])).values()].entries())
          await equalsItsList(t, owner, one, at % 4 === 0);
        for (const part of ['week', 'person', 'project']) {
          const rows = tableOf(page, `Hours by ${part}`);
          const column = part === 'project' ? 2 : 1;
          const sums = rows.slice(0, -1).map(cells => minutesOf(cells[column]!));
          const sum = sums.reduce((all, one) => all + one, 0);
          t.deepEqual([sum, minutesOf(rows.at(-1)![column]!)], [minutes, minutes], part);
        }
        t.is((await listed(owner, `/reports/time?${query}`)).length, number);
        // Of both together no sums are kept.
        const both = `${query}&project=${projects[0].id}&person=${people[0].id}`;
        const list = await owner.get(`/reports/time?${both}`);
        const [ofBoth] = await run(
          `select coalesce(sum(minutes), 0)::int as minutes, count(*)::int as entries from corkboard.time_entries
            where workspace_id = $1 and date between $2 and $3 and project_id = $4 and timekeeper_id = $5`,
          ...[...days, projects[0].id, people[0].id],
        );
        t.is(minutesOf(factOf(list, 'Total')), ofBoth.minutes);
        t.is((await listed(owner, `/reports/time?${both}`)).length, ofBoth.entries);
        const unbilled = await listed(owner, `/reports/time?${query}&billable=true&billed=false`);
        t.is(
          unbilled.reduce((sum, cells) => sum + minutesOf(cells.at(-1)!), 0),
          minutesOf(tableOf(page, 'Hours by project').at(-1)![5]!),
        );
        const notBillable = await owner.get(`/reports/time?${query}&billable=false&billed=false`);
        t.is(minutesOf(factOf(notBillable, 'Total')), other);
      },
    ),
    { numRuns: 2 },
  );
});

test('unbilled time is worth its hours at the rate, by currency, and a budget is used up by all days', async t => {
  const studio = await w.workspace({ currency: 'USD' });
  const owner = await w.owner(studio.id);
  const client = await studio.client({ name: 'Zoe' });
  const project = (name: string, more: object) => studio.project({ clientId: client.id, name, ...more });
  const [site, shop, chat] = [
    await project('Site', { hourlyRateCents: 9_500, budgetMinutes: 100 }),
    await project('Shop', { hourlyRateCents: 10_000, budgetMinutes: 600 }),
    await project('Chat', {}),
  ];
  await studio.scope(shop.id, { currency: 'EUR' });
  const log = ({ id }: { id: string }, minutes: number, date: string, billable = true) =>
    studio.post(`/projects/${id}/time`, { minutes, date, billable });
  for (const minutes of [50, 50]) await log(site, minutes, '2026-03-04');
  await log(site, 30, '2026-03-05', false);
  await log(site, 600, '2025-03-05');
  await log(shop, 60, '2026-03-31');
  await log(chat, 45, '2026-03-01');
  const page = await hoursReport(owner, 'from=2026-03-01&until=2026-03-31');
  const rows = tableOf(page, 'Hours by project').map(cells => cells.join(' | '));
  t.deepEqual(rows, [
    'Site | Zoe | 2 h 10 min | 1 h 40 min | 77% | 1 h 40 min$158.65 | 12 h 10 minof 1 h 40 min Over budget',
    'Shop | Zoe | 1 h | 1 h | 100% | 1 h€100.00 | 1 hof 10 h',
    'Chat | Zoe | 45 min | 45 min | 100% | 45 min | –',
    'Total of 3 |  | 3 h 55 min | 3 h 25 min | 87% | 3 h 25 min€100.00$158.65 | ',
  ]);
  const [used] = figures(page, '/reports/time').filter(([text]) => text === '12 h 10 min');
  await equalsItsList(t, owner, used!);
  const file = recordsIn((await owner.get('/reports/hours.csv?from=2026-03-01&until=2026-03-31')).text);
  t.like(file[0], { Project: 'Site', Minutes: '130', 'Worth of unbilled time': '158.65', Currency: 'USD' });
  t.like(file[2], { Project: 'Chat', 'Worth of unbilled time': '' });
});

test('a member sees the hours of projects, and of people only their own unless the owner lets them see all', async t => {
  const studio = await w.workspace({ label: 'Claude' });
  const { id } = await studio.project({ name: 'Site' });
  await studio.post(`/projects/${id}/time`, { minutes: 60, date: '2026-03-02', description: 'By key' });
  const member = await w.member(studio.id, 'ann@studio.example');
  await sql(
    `select corkboard.log_time(($1, 'app', 'ann@studio.example')::corkboard.caller, $2, 15, '2026-03-03', 'Own', true)`,
    ...[studio.id, id],
  );
  const keepers = await sql('select id, kind from corkboard.timekeepers where workspace_id = $1', studio.id);
  const idOf = (kind: string) => keepers.find(one => one.kind === kind)!.id;
  const range = 'from=2026-03-01&until=2026-03-08';
  const page = await hoursReport(member, range);
  t.deepEqual(tableOf(page, 'Hours by person'), [['ann@studio.example', '15 min', '15 min', '100%']]);
  t.is(tableOf(page, 'Hours by project')[0]![2], '1 h 15 min');
  const [own, ...others] = recordsIn((await member.get(`/reports/hours-by-person.csv?${range}`)).text);
  t.deepEqual([own!.Person, others], ['ann@studio.example', []]);
  const list = await member.get(`/reports/time?${range}`);
  shows(t, list, '1 h 15 min', 'By key');
  lacks(t, list, 'Claude');
  lacks(t, await member.get(`/reports/time.csv?${range}`), 'Claude');
  for (const path of ['/reports/time', '/reports/time.csv']) {
    const others = await member.get(`${path}?${range}&person=${idOf('key')}`);
    lacks(t, others, 'By key', 'Claude', '1 h');
    const own = await member.get(`${path}?${range}&person=${idOf('member')}`);
    shows(t, own, 'Own', 'ann@studio.example');
  }
  const inProject = (keeper: string) => member.get(`/projects/${id}?tab=time&person=${idOf(keeper)}`);
  shows(t, await inProject('key'), 'No time entries match.');
  shows(t, await inProject('member'), 'Found: 15 min (15 min billable).');
  const tab = await member.get(`/projects/${id}?tab=time`);
  shows(t, tab, 'By key', 'ann@studio.example');
  lacks(t, tab, 'Claude');
  const logged = `/settings/audit?type=time_entry`;
  for (const path of [logged, logged.replace('?', '.csv?')]) {
    shows(t, await member.get(path), 'ann@studio.example');
    lacks(t, await member.get(path), 'Claude');
  }
  const owner = await w.owner(studio.id);
  const all = [
    `/reports/time?${range}&person=${idOf('key')}`,
    `/reports/hours?${range}&by=person`,
    `/projects/${id}?tab=time`,
    logged,
  ];
  for (const path of all) shows(t, await owner.get(path), 'Claude');
  await owner.post('/settings/set', { membersSeeTime: 'on' });
  for (const path of all) shows(t, await member.get(path), 'Claude');
  t.is(tableOf(await hoursReport(member, range), 'Hours by person').length, 3);
});

test('the rounds beyond what was agreed are counted by project, client and month, and listed', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  const client = await studio.client({ name: 'Zoe' });
  const site = await studio.project({ clientId: client.id, name: 'Site' });
  const shop = await studio.project({ clientId: client.id, name: 'Shop' });
  for (const { id } of [site, shop]) {
    await studio.scope(id, { revisionRounds: 1 });
    for (const n of [1, 2, 3, 4])
      await studio.post(`/projects/${id}/revisions`, { description: `Wish ${n}` });
  }
  await sql(
    `insert into corkboard.change_orders (workspace_id, project_id, amount_cents, currency, rounds) values ($1, $2, 0, 'USD', 1)`,
    studio.id,
    site.id,
  );
  await sql(
    `update corkboard.revisions
        set logged_at = case when round_number = 3 and project_id = $2 then timestamptz '2025-02-05 12:00Z'
                             when round_number = 2 then '2026-02-05 12:00Z' else '2026-03-05 12:00Z' end
      where workspace_id = $1`,
    ...[studio.id, site.id],
  );
  const page = await owner.get('/reports/rounds?from=2026-01-01&until=2026-03-31');
  t.deepEqual(tableOf(page, 'Rounds beyond what was agreed by project'), [
    ['Shop', 'Zoe', '1', '4', '3', '3'],
    ['Site', 'Zoe', '2', '4', '2', '1'],
    ['Total of 2', '', '', '', '', '4'],
  ]);
  t.deepEqual(tableOf(page, 'Rounds beyond what was agreed by month'), [
    ['February 2026', '1'],
    ['March 2026', '3'],
    ['Total', '4'],
  ]);
  t.deepEqual(tableOf(page, 'Rounds beyond what was agreed by client'), [
    ['Zoe', '4'],
    ['Total of 1', '4'],
  ]);
  for (const [text, href] of figures(page, '/reports/revisions')) {
    const list = await owner.get(href);
    const file = recordsIn((await owner.get(href.replace('/revisions?', '/revisions.csv?'))).text);
    t.deepEqual([factOf(list, 'Found').split(' ')[0], `${file.length}`], [text, text], href);
  }
  t.is(recordsIn((await owner.get('/reports/rounds.csv?from=2026-01-01&until=2026-03-31')).text).length, 2);
});

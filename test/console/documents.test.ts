import test from 'ava';
import type { Seen } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';

// A document that a client was sent or approved does not change under their link.

const w = consoleWorld(test);
const { sql, call } = w;

/** A studio with a project, and a function that changes all data in the head of a document. */
async function begun() {
  const studio = await w.workspace();
  const change = (changes: object) => call('change_workspace', studio.id, changes);
  await change({ letterhead: 'Studio Ltd\n1 Quay', locale: 'en-GB', time_zone: 'UTC' });
  const client = await studio.client({ name: 'Ada Marsh', company: 'Harbour Bakery' });
  const project = await studio.project({ clientId: client.id, name: 'New site' });
  const moveOn = async () => {
    const place = { locale: 'de-DE', time_zone: 'Pacific/Kiritimati' };
    await change({ name: 'Moved Studio', letterhead: 'Moved Ltd\n2 Hill', ...place });
    await call('change_client', studio.id, client.id, {
      ...{ name: 'Eve Moved', company: 'Moved Bakery', contact_name: 'Tom Moved' },
      address: '3 Moved Street',
    });
    await call('change_project', studio.id, project.id, { name: 'Moved site' });
  };
  return { studio, project, change, person: await w.owner(studio.id), moveOn };
}

const linkOf = async (id: string) =>
  `/invoice/${(await sql('select share_token || corkboard.secret_suffix(workspace_id) as token from corkboard.invoices where id = $1', id))[0].token}`;

/** The document on a page. */
const paper = ({ text }: Seen) => /<article class="paper">[\s\S]*<\/article>/.exec(text)![0];
/** The title of a page. */
const title = ({ text }: Seen) => /<title>(.*)<\/title>/.exec(text)![1];

test('a sent document keeps its texts whatever becomes of it, under the client’s link and in the console', async t => {
  const { studio, project, person, moveOn } = await begun();
  const { id } = await studio.invoice(project.id, { amountCents: 840_050 });
  const voided = await studio.invoice(project.id);
  const estimate = await studio.invoice(project.id, { kind: 'estimate' });
  for (const one of [id, voided.id, estimate.id]) await call('send_invoice', studio.id, one);
  const client = w.stranger();
  const link = await linkOf(id);
  const pages = () => Promise.all([client.get(link), person.get(`/invoices/${id}`)]);
  const before = await pages();
  for (const shown of ['Studio Ltd\n1 Quay', 'Harbour Bakery\nAda Marsh', 'New site', 'US$8,400.50'])
    t.true(paper(before[0]).includes(shown), shown);
  await moveOn();
  const after = await pages();
  t.deepEqual(after.map(paper), before.map(paper));
  t.is(title(after[0]), 'Invoice INV-0001 from Studio');
  // Beside the document, the page shows the current names of the client and the project.
  t.regex(after[1].text, /<aside[\s\S]*Eve Moved[\s\S]*Moved site[\s\S]*<\/aside>/);
  await call('set_late_fee', studio.id, id, 1500);
  await call('pay_invoice', studio.id, id);
  await call('void_invoice', studio.id, voided.id);
  for (const [one, ...texts] of [[id, 'Paid on ', 'US$15.00'], [voided.id], [estimate.id]] as string[][]) {
    const shown = paper(await client.get(await linkOf(one!)));
    for (const text of ['Studio Ltd\n1 Quay', ...texts]) t.true(shown.includes(text), text);
    t.notRegex(shown, /Moved/);
  }
});

test('a draft shows the current texts', async t => {
  const { studio, project, person, moveOn } = await begun();
  const draft = await studio.invoice(project.id);
  const old = await studio.invoice(project.id);
  await call('send_invoice', studio.id, old.id);
  await sql('update corkboard.invoices set party_snapshot = null where id = $1', old.id);
  await moveOn();
  for (const { id } of [draft, old]) {
    const shown = paper(await person.get(`/invoices/${id}`));
    for (const now of ['Moved Ltd', 'Moved Bakery', 'Eve Moved', 'Tom Moved', '3 Moved Street', 'Moved site'])
      t.true(shown.includes(now), now);
  }
});

test('an approved scope keeps its texts; before the approval it shows the current ones', async t => {
  const { studio, project, change, moveOn } = await begun();
  await studio.scope(project.id, { priceCents: 840_050 });
  const [{ token }] = await sql(
    'select share_token || corkboard.secret_suffix(workspace_id) as token from corkboard.scopes where project_id = $1',
    project.id,
  );
  const shown = () => w.stranger().get(`/scope/${token}`);
  await change({ letterhead: 'Studio Ltd\n5 Square' });
  t.true(paper(await shown()).includes('5 Square'));
  await sql(`select corkboard.approve_scope($1, $2, 'Ada')`, studio.id, project.id);
  const before = await shown();
  await moveOn();
  const after = await shown();
  t.is(paper(after), paper(before));
  t.is(title(after), 'Scope of New site, from Studio');
});

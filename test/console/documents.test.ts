import test from 'ava';
import { Browser, type Seen } from '../support/browser.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

// A document that a client was sent or approved does not change under their link.

const w = world(test);
const { sql } = w;

type Studio = Awaited<ReturnType<typeof w.workspace>>;

/** A studio with a project, and a function that changes all data in the head of a document. */
async function begun() {
  const studio = await w.workspace();
  await change(studio, { letterhead: 'Studio Ltd\n1 Quay', locale: 'en-GB', time_zone: 'UTC' });
  const client = await studio.client({ name: 'Ada Marsh', company: 'Harbour Bakery' });
  const project = await studio.project({ clientId: client.id, name: 'New site' });
  const person = new Browser(w.baseUrl, await signIn(w, studio.id));
  const moveOn = async () => {
    await change(studio, {
      name: 'Moved Studio',
      letterhead: 'Moved Ltd\n2 Hill',
      locale: 'de-DE',
      time_zone: 'Pacific/Kiritimati',
    });
    await sql(
      'select corkboard.change_client($1, $2, $3)',
      studio.id,
      client.id,
      JSON.stringify({
        name: 'Eve Moved',
        company: 'Moved Bakery',
        contact_name: 'Tom Moved',
        address: '3 Moved Street',
      }),
    );
    await sql('select corkboard.change_project($1, $2, $3)', studio.id, project.id, '{"name": "Moved site"}');
  };
  return { studio, project, person, moveOn };
}
const change = (studio: Studio, changes: object) =>
  sql('select corkboard.change_workspace($1, $2)', studio.id, JSON.stringify(changes));

const linkOf = async (id: string) =>
  `/invoice/${(await sql('select share_token as token from corkboard.invoices where id = $1', id))[0].token}`;

/** The document on a page. */
const paper = ({ text }: Seen) => /<article class="paper">[\s\S]*<\/article>/.exec(text)![0];
/** The title of a page. */
const title = ({ text }: Seen) => /<title>(.*)<\/title>/.exec(text)![1];

test('a sent invoice keeps its texts, under the client’s link and in the console', async t => {
  const { studio, project, person, moveOn } = await begun();
  const { id } = await studio.invoice(project.id, { amountCents: 840_050 });
  const move = (by: string) => sql(`select corkboard.${by}_invoice($1, $2)`, studio.id, id);
  await move('send');
  const client = new Browser(w.baseUrl);
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
  await sql('select corkboard.set_late_fee($1, $2, 1500)', studio.id, id);
  await move('pay');
  const paid = paper(await client.get(link));
  for (const shown of ['Studio Ltd\n1 Quay', 'Paid on ', 'US$15.00']) t.true(paid.includes(shown), shown);
  t.notRegex(paid, /Moved/);
});

test('a void invoice and an estimate keep the texts that they were sent with', async t => {
  const { studio, project, moveOn } = await begun();
  const invoice = await studio.invoice(project.id);
  const estimate = await studio.invoice(project.id, { kind: 'estimate' });
  for (const { id } of [invoice, estimate]) await sql('select corkboard.send_invoice($1, $2)', studio.id, id);
  await moveOn();
  await sql('select corkboard.void_invoice($1, $2)', studio.id, invoice.id);
  for (const { id } of [invoice, estimate]) {
    const shown = paper(await new Browser(w.baseUrl).get(await linkOf(id)));
    t.true(shown.includes('Studio Ltd\n1 Quay'));
    t.notRegex(shown, /Moved/);
  }
});

test('a draft shows the current texts', async t => {
  const { studio, project, person, moveOn } = await begun();
  const draft = await studio.invoice(project.id);
  const old = await studio.invoice(project.id);
  await sql('select corkboard.send_invoice($1, $2)', studio.id, old.id);
  await sql('update corkboard.invoices set party_snapshot = null where id = $1', old.id);
  await moveOn();
  for (const { id } of [draft, old]) {
    const shown = paper(await person.get(`/invoices/${id}`));
    for (const now of ['Moved Ltd', 'Moved Bakery', 'Eve Moved', 'Tom Moved', '3 Moved Street', 'Moved site'])
      t.true(shown.includes(now), now);
  }
});

test('an approved scope keeps its texts; before the approval it shows the current ones', async t => {
  const { studio, project, moveOn } = await begun();
  await studio.scope(project.id, { priceCents: 840_050 });
  const [{ token }] = await sql(
    'select share_token as token from corkboard.scopes where project_id = $1',
    project.id,
  );
  const shown = () => new Browser(w.baseUrl).get(`/scope/${token}`);
  await change(studio, { letterhead: 'Studio Ltd\n5 Square' });
  t.true(paper(await shown()).includes('5 Square'));
  await sql(`select corkboard.approve_scope($1, $2, 'Ada')`, studio.id, project.id);
  const before = await shown();
  await moveOn();
  const after = await shown();
  t.is(paper(after), paper(before));
  t.is(title(after), 'Scope of New site, from Studio');
});

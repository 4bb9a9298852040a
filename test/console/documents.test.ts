import { createHash } from 'node:crypto';
import test from 'ava';
import { lacks, type Seen, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { invoiceLink, shareLinks } from '../support/shareLinks.ts';

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

/** The document on a page. */
const paper = ({ text }: Seen) => /<article class="paper"[^>]*>[\s\S]*<\/article>/.exec(text)![0];
/** The title of a page. */
const title = ({ text }: Seen) => /<title>(.*)<\/title>/.exec(text)![1];

test('a sent document keeps its texts whatever becomes of it, under the client’s link and in the console', async t => {
  const { studio, project, person, moveOn } = await begun();
  const { id } = await studio.invoice(project.id, { amountCents: 840_050 });
  const voided = await studio.invoice(project.id);
  const estimate = await studio.invoice(project.id, { kind: 'estimate' });
  for (const one of [id, voided.id, estimate.id]) await call('send_invoice', studio.id, one);
  const client = w.stranger();
  const link = await invoiceLink(w, id);
  const pages = () => Promise.all([client.get(link), person.get(`/invoices/${id}`)]);
  const before = await pages();
  for (const shown of ['Studio Ltd</b>\n1 Quay', 'Harbour Bakery</b>\nAda Marsh', 'New site', 'US$8,400.50'])
    t.true(paper(before[0]).includes(shown), shown);
  await moveOn();
  const after = await pages();
  t.deepEqual(after.map(paper), before.map(paper));
  t.is(title(after[0]), 'Invoice INV-0001 from Studio');
  // Beside the document, the page shows the current names of the client and the project.
  t.regex(after[1].text, /aria-label="Summary"[\s\S]*Eve Moved[\s\S]*Moved site[\s\S]*<\/aside>/);
  await call('set_late_fee', studio.id, id, 1500);
  await call('record_payment', studio.id, id);
  await call('void_invoice', studio.id, voided.id);
  for (const [one, ...texts] of [[id, 'Paid on ', 'US$15.00'], [voided.id], [estimate.id]] as string[][]) {
    const shown = paper(await client.get(await invoiceLink(w, one!)));
    for (const text of ['Studio Ltd</b>\n1 Quay', ...texts]) t.true(shown.includes(text), text);
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
  const { scope } = await shareLinks(w, project.id);
  const shown = () => w.stranger().get(scope);
  await change({ letterhead: 'Studio Ltd\n5 Square' });
  t.true(paper(await shown()).includes('5 Square'));
  await call('approve_scope', studio.id, project.id, 'Ada');
  const before = await shown();
  await moveOn();
  const after = await shown();
  t.is(paper(after), paper(before));
  t.is(title(after), 'Scope of New site, from Studio');
});

test('a document is in the client’s language, with its parties, how to pay and whether tax is added', async t => {
  const { studio, project, change } = await begun();
  await change({
    ...{ legal_name: 'Studio GmbH', address_lines: 'Mühlenweg 2', postal_code: '10115', city: 'Berlin' },
    ...{ country: 'DE', iban: 'DE75512108001245126199', pay_link: 'https://pay.example/{number}' },
  });
  await call('change_client', studio.id, project.clientId, { language: 'de', legal_name: 'Bäckerei AG' });
  await call('change_logo', studio.id, 'logo');
  const priced = { amountCents: 100_000, currency: 'EUR', taxRateBps: 1900 };
  const { id } = await studio.invoice(project.id, priced);
  await call('send_invoice', studio.id, id);
  const page = await w.stranger().get(await invoiceLink(w, id));
  t.is(title(page), 'Rechnung INV-0001 von Studio');
  shows(t, page, 'Von Studio GmbH Mühlenweg 2 10115 Berlin An Bäckerei AG Ada Marsh');
  shows(t, page, 'USt. 19 % auf 1.000,00 € 190,00 € Gesamtbetrag 1.190,00 € Zu zahlen 1.190,00 €');
  shows(t, page, 'IBAN DE75 5121 0800 1245 1261 99 Verwendungszweck INV-0001 Online bezahlen');
  t.regex(
    page.text,
    /<article class="paper" lang="de" data-paper="a4">[\s\S]*href="https:\/\/pay\.example\/INV-0001"/,
  );
  t.regex(page.text, /<svg xmlns[^>]*><path fill="#fff"[^>]*\/><path fill="#000" d="M4 4h7/);
  const logo = createHash('sha256').update('logo').digest('hex');
  t.true(page.text.includes(`<img class="logo" src="/logos/${studio.id}/${logo}" alt="Studio GmbH">`));
});

test('a contract is in the client’s language, and a signed one keeps its texts', async t => {
  const { studio, project, change } = await begun();
  await change({ legal_name: 'Studio GmbH', terms: 'Zahlbar in 14 Tagen' });
  await call('change_client', studio.id, project.clientId, { language: 'de', legal_name: 'Bäckerei AG' });
  await studio.scope(project.id, { priceCents: 840_050, currency: 'EUR' });
  const { contract } = await shareLinks(w, project.id);
  const agreement = 'Auftragnehmer Studio GmbH … Auftraggeber Bäckerei AG … Preis 8.400,50 €';
  await call('approve_scope', studio.id, project.id, 'Ada');
  const unsigned = await w.stranger().get(contract);
  shows(t, unsigned, `Vertrag … ${agreement} … Zahlbar in 14 Tagen`);
  await w.stranger().press(unsigned, 'Vertrag unterzeichnen', { by: 'Ada Marsh' });
  await change({ terms: 'Other' });
  await call('change_client', studio.id, project.clientId, { legal_name: 'Moved' });
  const signed = await w.stranger().get(contract);
  const kept = `Vertrag … ${agreement} … Zahlbar in 14 Tagen`;
  shows(t, signed, `${kept} … Unterzeichnet von Ada Marsh Unterzeichnet am`);
  t.regex(signed.text, /<p class="notice" role="status">Unterzeichnet von Ada Marsh, \d/);
  shows(t, signed, 'Eingabe des Namens auf der Seite hinter dem Link des Kunden SHA-256 des Vertrags');
  lacks(t, signed, 'Moved', 'Other');
  const tab = await (await w.owner(studio.id)).get(`/projects/${project.id}?tab=scope`);
  shows(t, tab, agreement);
});

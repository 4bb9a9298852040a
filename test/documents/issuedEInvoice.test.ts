import test from 'ava';
import { work } from '../../src/jobs/work.ts';
import { shows } from '../support/browser.ts';
import { workerConfig } from '../support/hooks.ts';
import { invoiceLink } from '../support/shareLinks.ts';
import { world } from '../support/world.ts';

// Electronic invoices, from the action that sends an invoice to the download.

const w = world(test);
const { sql, call } = w;

test('an invoice is issued with its electronic invoice, and with another one for a late fee', async t => {
  const { stop } = await work(workerConfig(), w.serviceUrl);
  t.teardown(stop);
  const studio = await w.workspace();
  const sender = { country: 'DE', vat_number: 'DE136695976', iban: 'DE75512108001245126199' };
  await call('change_workspace', studio.id, JSON.stringify({ default_currency: 'EUR', ...sender }));
  const client = await studio.client();
  await call('change_client', studio.id, client.id, JSON.stringify({ country: 'FR' }));
  const sent = async (description: string) => {
    const project = await studio.project({ clientId: client.id });
    const lineItems = [{ description, unitPriceCents: 840_050 }];
    const { id } = await studio.invoice(project.id, { lineItems, dueDate: '2030-01-31' });
    await call('send_invoice', studio.id, id);
    return id;
  };
  const [id, unprintable] = [await sent('Design'), await sent('🎉')];
  const owner = await w.owner(studio.id);
  const amountOf = (text: string) => /<ram:DuePayableAmount>(.*)<\/ram:DuePayableAmount>/.exec(text)?.[1];
  const first = await owner.get(`/invoices/${id}.xml`);
  t.is(first.status, 200);
  t.is(amountOf(first.text), '8400.50');
  t.true((await owner.get(`/invoices/${id}.pdf`)).text.includes('/F (factur-x.xml)'));

  await call('set_late_fee', studio.id, id, 4_000);
  const second = await owner.get(`/invoices/${id}.xml`);
  t.is(amountOf(second.text), '8440.50');
  t.is((await owner.get(`${await invoiceLink(w, id)}.xml`)).text, second.text);
  const versions = await sql(
    `select version, standard, convert_from(bytes, 'UTF8') as text from corkboard.issued_documents
      where record_id = $1 and format = 'xml' order by version`,
    id,
  );
  t.deepEqual(versions, [
    { version: 1, standard: 'factur-x', text: first.text },
    { version: 2, standard: 'factur-x', text: second.text },
  ]);

  t.is((await owner.get(`/invoices/${unprintable}.pdf`)).status, 200);
  t.is((await owner.get(`/invoices/${unprintable}.xml`)).status, 404);
  shows(t, await owner.get(`/invoices/${unprintable}`), 'No electronic invoice: The PDF is not PDF/A');
});

import test from 'ava';
import { eventually } from '../support/eventually.ts';
import { subscriber } from '../support/subscriber.ts';
import { callTool } from '../support/tools.ts';
import { reloadUntil, site, watched } from './site.ts';

const { open } = watched(test);

test('a new owner signs in and sends an assistant’s draft, the client opens it, and a webhook receiver hears of all of it', async t => {
  const receiver = await subscriber(204);
  t.teardown(receiver.close);
  const owner = await open(site.signIn);
  await owner.getByRole('button', { name: 'Sign in' }).click();
  t.is(await owner.getByRole('heading', { level: 1 }).innerText(), 'Home');

  await owner.getByRole('link', { name: 'Settings' }).click();
  await owner.getByRole('link', { name: 'Integrations' }).click();
  await owner.getByLabel('URL').fill(receiver.url);
  for (const event of ['invoice.sent', 'invoice.viewed', 'invoice.paid'])
    await owner.getByLabel(event).check();
  await owner.getByRole('button', { name: 'Add endpoint' }).click();
  t.regex(await owner.getByLabel('Signing secret').inputValue(), /^whsec_/);

  const { body } = await callTool(site, 'list_projects');
  const project = body.data.find(({ name }: { name: string }) => name === 'Spring catalogue');
  const drafted = await callTool(site, 'draft_invoice', { projectId: project.id, amountCents: 45_000 });
  const { number } = drafted.body.invoice;

  await owner.goto('/');
  await owner.getByRole('link', { name: number }).first().click();
  t.regex(await owner.locator('main').innerText(), /Demo key \(assistant, via MCP\)/);
  await owner.getByRole('link', { name: 'Send invoice' }).click();
  await owner.getByLabel('Send anyway').check();
  await owner.getByRole('button', { name: 'Send invoice' }).click();
  const link = await owner.getByLabel('Share link').inputValue();
  t.true(link.startsWith(`${site.baseUrl}/invoice/`));

  const client = await open(link);
  for (let looks = 0; looks < 2; looks++) {
    await client.reload();
    t.regex(await client.getByRole('heading', { level: 1 }).innerText(), new RegExp(number));
  }
  await owner.reload();
  t.notRegex(await owner.locator('main').innerText(), /Not yet/);
  await owner.locator('summary', { hasText: 'Record payment' }).click();
  await owner.getByRole('button', { name: 'Record payment' }).click();
  t.regex(await owner.locator('main').innerText(), /Paid/);

  // What it was sent for the one view comes once: by the time that the payment is there, so would another.
  const ours = () => receiver.received.filter(({ body }) => body.data.invoiceNumber === number);
  // Other tests send invoices in the same workspace.
  await eventually(() => ours().length >= 3);
  t.deepEqual(
    ours()
      .map(({ body }) => [body.event, body.data.invoiceNumber])
      .sort(),
    [
      ['invoice.paid', number],
      ['invoice.sent', number],
      ['invoice.viewed', number],
    ],
  );
  await owner.goto(`/settings/webhooks`);
  // They also have endpoints on this machine, and pay invoices.
  await owner.getByRole('link', { name: new URL(receiver.url).host }).click();
  const { id } = ours().find(({ body }) => body.event === 'invoice.paid')!.body;
  const delivery = owner.getByRole('row').filter({ has: owner.locator(`a[href$="/${id}"]`) });
  // The receiver has it before its answer is written down.
  await reloadUntil(delivery, 'Succeeded');
  await delivery.getByRole('link').first().click();
  t.regex(await owner.locator('main').innerText(), new RegExp(`"invoiceNumber":\\s?"${number}"`));
});

import ava from 'ava';
import type { Locator, Page } from 'playwright-core';
import { exampleIds } from '../../src/records/example.ts';
import { shareLinks } from '../support/shareLinks.ts';
import { post, watched } from './site.ts';

// The console and the client's pages on a phone: after each form a client sees that it worked, without scrolling, scripts or
// not.

const watch = watched(ava);
const test = ava.serial;
const phone = { width: 375, height: 812 };

/** Where an element stands in the window, without scrolling to it. */
async function isInView(element: Locator): Promise<boolean> {
  await element.waitFor();
  const { x, y, width, height } = (await element.boundingBox())!;
  return x >= 0 && y >= 0 && x + width <= phone.width && y + height <= phone.height;
}

/** The links of a new project, whose documents are longer than a phone's window. */
async function links() {
  const { project } = await post('/projects', { clientId: exampleIds.clientId, name: 'Harbour '.repeat(60) });
  const deliverables = Array.from({ length: 40 }, (_, n) => `Sign ${n + 1}, above a door`);
  await post(`/projects/${project.id}/scope`, { deliverables });
  return shareLinks(watch, project.id);
}

/** Fills in the only form of a page, and sends it. */
async function send(page: Page, label: string | RegExp, button: string): Promise<void> {
  await page.getByLabel(label).first().fill('Ada Marsh');
  await page.getByRole('button', { name: button, exact: true }).click();
}

for (const javaScriptEnabled of [true, false]) {
  test(`${javaScriptEnabled ? 'with' : 'without'} scripts a client sees that a form was accepted`, async t => {
    const { intake, scope, contract } = await links();
    const page = await (await watch.visitor(undefined, { viewport: phone, javaScriptEnabled })).newPage();
    const steps = [
      [intake, /./, 'Submit answers', 'We received your answers'],
      [scope, 'Your name', 'Approve scope', 'Approved by Ada Marsh'],
      [contract, 'Your name', 'Sign contract', 'Signed by Ada Marsh'],
    ] as const;
    for (const [address, label, button, says] of steps) {
      await page.goto(address);
      await send(page, label, button);
      t.true(await isInView(page.getByText(says).first()), says);
      // Later visits to the link show it at once as well.
      await page.goto(address);
      t.true(await isInView(page.getByText(says).first()), `${says}, later`);
    }
  });
}

test('the link to review a draft and the one that sends it stand apart on one line', async t => {
  const { project } = await post('/projects', { clientId: exampleIds.clientId, name: 'Harbour' });
  const { invoice } = await post(`/invoices`, { projectId: project.id, amountCents: 1100 });
  await watch.sql(
    `update corkboard.audit_log set actor = 'accounting-automation-production-key' where record_id = $1`,
    invoice.id,
  );
  const options = { viewport: phone, hasTouch: true, isMobile: true };
  const page = await watch.open(`/projects/${project.id}?tab=invoices`, await watch.owner(), options);
  const [link, button] = await Promise.all(
    [page.getByRole('link', { name: /^Review / }), page.getByRole('link', { name: /^Send / })].map(
      async one => (await one.boundingBox())!,
    ),
  );
  t.is(Math.round(link!.y + link!.height / 2), Math.round(button!.y + button!.height / 2));
  t.true(button!.x - (link!.x + link!.width) >= 8);
  t.true(button!.x + button!.width <= phone.width);
  for (const { height } of [link!, button!]) t.true(height >= 44);
});

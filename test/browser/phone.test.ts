import test from 'ava';
import type { Locator, Page } from 'playwright-core';
import { exampleIds } from '../../src/records/example.ts';
import { call } from '../support/call.ts';
import { site, watched } from './site.ts';

// The console and the client's pages on a phone: after each form a client sees that it worked, without scrolling, scripts or
// not.

const watch = watched(test);
const phone = { width: 375, height: 812 };

/** Where an element stands in the window, without scrolling to it. */
async function isInView(element: Locator): Promise<boolean> {
  await element.waitFor();
  const { x, y, width, height } = (await element.boundingBox())!;
  return x >= 0 && y >= 0 && x + width <= phone.width && y + height <= phone.height;
}

const post = async (path: string, body: object) =>
  (await call(site.baseUrl, { method: 'POST', path, key: site.key, body })).body;

/** The links of a new project, whose documents are longer than a phone's window. */
async function links(): Promise<Record<'intake' | 'scope' | 'contract', string>> {
  const { project } = await post('/projects', { clientId: exampleIds.clientId, name: 'Harbour '.repeat(60) });
  const deliverables = Array.from({ length: 40 }, (_, n) => `Sign ${n + 1}, above a door`);
  await post(`/projects/${project.id}/scope`, { deliverables });
  const { rows } = await watch.db.query(
    `select '/intake/' || i.token as intake, '/scope/' || s.share_token as scope, '/contract/' || p.contract_token as contract
       from corkboard.projects p
       join corkboard.intakes i on i.project_id = p.id
       join corkboard.scopes s on s.project_id = p.id
      where p.id = $1`,
    [project.id],
  );
  return rows[0];
}

/** Fills in the only form of a page, and sends it. */
async function send(page: Page, label: string | RegExp, button: string): Promise<void> {
  await page.getByLabel(label).first().fill('Ada Marsh');
  await page.getByRole('button', { name: button, exact: true }).click();
}

for (const javaScriptEnabled of [true, false]) {
  test.serial(
    `${javaScriptEnabled ? 'with' : 'without'} scripts a client sees that a form was accepted`,
    async t => {
      t.timeout(300_000);
      const { intake, scope, contract } = await links();
      const context = await watch.visitor(undefined, { viewport: phone, javaScriptEnabled });
      const page = await context.newPage();
      const steps = [
        [intake, /./, 'Submit answers', 'We received your answers'],
        [scope, 'Your name', 'Approve scope', 'Approved by Ada Marsh'],
        [contract, 'Your name', 'Sign contract', 'Signed by Ada Marsh'],
      ] as const;
      for (const [address, label, button, says] of steps) {
        await page.goto(site.baseUrl + address);
        await send(page, label, button);
        t.true(await isInView(page.getByText(says).first()), says);
        // Later visits to the link show it at once as well.
        await page.goto(site.baseUrl + address);
        t.true(await isInView(page.getByText(says).first()), `${says}, later`);
      }
    },
  );
}

test.serial('the link to review a draft and the button that sends it stand apart on one line', async t => {
  const { project } = await post('/projects', { clientId: exampleIds.clientId, name: 'Harbour' });
  const { invoice } = await post(`/invoices`, { projectId: project.id, amountCents: 1100 });
  await watch.db.query(
    `update corkboard.audit_log set actor = 'accounting-automation-production-key' where record_id = $1`,
    [invoice.id],
  );
  const context = await watch.visitor(await watch.owner(), {
    viewport: phone,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.goto(`${site.baseUrl}/projects/${project.id}?tab=invoices`);
  const [link, button] = await Promise.all(
    [page.getByRole('link', { name: /^Review / }), page.getByRole('button', { name: /^Send / })].map(
      async one => (await one.boundingBox())!,
    ),
  );
  t.is(Math.round(link!.y + link!.height / 2), Math.round(button!.y + button!.height / 2));
  t.true(button!.x - (link!.x + link!.width) >= 8);
  t.true(button!.x + button!.width <= phone.width);
  for (const { height } of [link!, button!]) t.true(height >= 44);
});

import test from 'ava';
import { Browser } from '../support/browser.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;

/** The sections of a workspace's first page: under each heading the links, and what is said of them. */
async function waiting(workspaceId: string) {
  const { text } = await new Browser(w.baseUrl, await signIn(w, workspaceId)).get('/');
  const sections = [...text.matchAll(/<h2>(.*?)<\/h2>([\s\S]*?)<\/section>/g)].map(([, heading, list]) => {
    const lines = [
      ...list!.matchAll(/<a href="([^"]*)">([\s\S]*?)<\/a>\s*<span class="when">([\s\S]*?)<\/span>/g),
    ];
    return [heading!, lines.map(([, href, name, says]) => ({ href, name, says }))];
  });
  return {
    text,
    sections: Object.fromEntries(sections) as Record<string, { href: string; name: string; says: string }[]>,
  };
}

test('home lists drafts by programs, questions by clients and overdue invoices, each with a link', async t => {
  const studio = await w.workspace();
  const client = await studio.client({ name: 'Ada & <Co>' });
  const project = (name: string) => studio.project({ clientId: client.id, name });
  const [asked, scoped, crowded, unclear] = await Promise.all(
    ['Asked', 'Scoped', 'Crowded', 'Unclear'].map(project),
  );
  await studio.scope(scoped.id);
  const draft = await studio.invoice(scoped.id, { currency: 'JPY', amountCents: 1234 });
  const late = await studio.invoice(scoped.id, { dueDate: '2020-01-31' });
  await sql('select corkboard.send_invoice($1, $2)', studio.id, late.id);
  for (let i = 0; i < 3; i++) await studio.post(`/projects/${crowded.id}/revisions`, { description: 'More' });
  await studio.post(`/projects/${unclear.id}/revisions`, { description: 'Blue' });
  await sql(
    `update corkboard.revisions set classify = true, verdict = 'needs_question', verdict_reason = 'r', verdict_question = 'Which blue?' where project_id = $1`,
    unclear.id,
  );
  const [{ id: endpoint }] = await sql(
    `insert into corkboard.webhook_endpoints (workspace_id, url, events, secret, disabled_at)
     values ($1, 'https://hooks.example.com/very-secret', '{client.created}', 'whsec_x', now()) returning id`,
    studio.id,
  );
  const { text, sections } = await waiting(studio.id);
  t.like(sections['Drafts to review'], [
    { href: `/invoices/${draft.id}`, name: `${draft.number} for Ada &amp; &lt;Co&gt;` },
  ]);
  t.regex(
    sections['Drafts to review']![0]!.says,
    /^¥1,234, drafted by <b>Test key<\/b> \(assistant, via API\), /,
  );
  t.like(sections['Awaiting approval'], [{ href: `/projects/${scoped.id}?tab=scope` }]);
  t.regex(sections['Awaiting approval']![0]!.says, /^drafted by <b>Test key<\/b> \(assistant, via API\), /);
  t.like(sections.Overdue, [{ href: `/invoices/${late.id}`, says: '$100.00, due January 31, 2020' }]);
  t.deepEqual(
    sections['New intake answers']!.map(({ href }) => href).sort(),
    [asked, crowded, unclear].map(({ id }) => `/projects/${id}?tab=intake`).sort(),
  );
  t.like(sections['Questions for clients'], [
    { href: `/projects/${unclear.id}?tab=revisions`, says: 'Which blue?' },
  ]);
  t.like(sections['Over budget'], [
    { href: `/projects/${crowded.id}?tab=revisions`, says: 'revision round 3 of 2' },
  ]);
  t.like(sections['Webhooks that need attention'], [
    { href: `/settings/webhooks/${endpoint}`, name: 'hooks.example.com' },
  ]);
  t.notRegex(text, /very-secret|<Co>/);
});

test('finished, trashed, superseded and foreign records aren’t listed', async t => {
  const studio = await w.workspace();
  const other = await w.workspace();
  await other.invoice((await other.project()).id);
  const done = await studio.project();
  await studio.scope(done.id);
  await sql(`select corkboard.approve_scope($1, $2, 'Ada')`, studio.id, done.id);
  const invoice = await studio.invoice(done.id);
  await sql('select corkboard.send_invoice($1, $2)', studio.id, invoice.id);
  await studio.post(`/projects/${done.id}/revisions`, { description: 'Blue' });
  await sql(
    `update corkboard.revisions set classify = true, verdict = 'needs_question', verdict_reason = 'r', verdict_question = 'q' where project_id = $1`,
    done.id,
  );
  await studio.post(`/projects/${done.id}/revisions`, { description: 'Light blue' });
  const gone = await studio.project();
  await studio.invoice(gone.id);
  await studio.scope(gone.id);
  await sql('select corkboard.trash_project($1, $2)', studio.id, gone.id);
  const { text, sections } = await waiting(studio.id);
  t.deepEqual(sections, {});
  t.regex(text, /all caught up/);
});

test('the newest ten drafts are listed, with a link to all', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.scope(id);
  for (let i = 0; i < 12; i++) await studio.invoice(id);
  const { text, sections } = await waiting(studio.id);
  const drafts = sections['Drafts to review']!;
  t.deepEqual([drafts.length, drafts[0]!.name], [10, 'INV-0012 for Client']);
  t.regex(text, /<a href="\/invoices\?status=DRAFT">Show all<\/a>/);
});

test('an estimate shows who drafted it', async t => {
  const studio = await w.workspace({ label: 'Claude' });
  await studio.invoice((await studio.project()).id, { kind: 'estimate' });
  const { sections } = await waiting(studio.id);
  t.regex(sections['Drafts to review']![0]!.says, /drafted by <b>Claude<\/b> \(assistant, via API\)/);
});

test('a group without a list of its own says that more items appear later', async t => {
  const studio = await w.workspace();
  for (let i = 0; i < 11; i++) await studio.scope((await studio.project()).id);
  const { text, sections } = await waiting(studio.id);
  t.is(sections['Awaiting approval']!.length, 10);
  t.regex(text, /More items appear here/);
  t.notRegex(text, /Show all/);
});

test('the owner is told of an endpoint once a delivery has failed for the last time, or after an hour without a success', async t => {
  const studio = await w.workspace();
  const endpoint = async (host: string) => {
    const [{ id }] = await sql(
      `insert into corkboard.webhook_endpoints (workspace_id, url, events, secret)
       values ($1, $2, '{client.created}', 'whsec_x') returning id`,
      studio.id,
      `https://${host}/`,
    );
    return id;
  };
  const setPace = (id: string, since: string) =>
    sql(`update corkboard.webhook_throttles set first_failed_at = $2 where id = $1`, id, since);
  const [never, hour, minutes] = [
    await endpoint('never.example'),
    await endpoint('hour.example'),
    await endpoint('minutes.example'),
  ];
  await endpoint('working.example');
  await sql('update corkboard.webhook_endpoints set failures_in_row = 1 where id = $1', never);
  await setPace(never, '2020-01-31T09:05:07Z');
  await setPace(hour, '2020-02-01T09:05:07Z');
  await setPace(minutes, new Date(Date.now() - 50 * 60_000).toISOString());
  const { sections } = await waiting(studio.id);
  const time = (datetime: string, full: string, short: string) =>
    `<time datetime="${datetime}" title="${full} UTC">${short}</time>`;
  t.deepEqual(sections['Webhooks that need attention'], [
    {
      href: `/settings/webhooks/${hour}`,
      name: 'hour.example',
      says: `failing since ${time('2020-02-01T09:05:07.000Z', 'February 1, 2020, 9:05:07 AM', 'Feb 1, 2020, 9:05:07 AM')}: no attempt has succeeded for an hour`,
    },
    {
      href: `/settings/webhooks/${never}`,
      name: 'never.example',
      says: `failing since ${time('2020-01-31T09:05:07.000Z', 'January 31, 2020, 9:05:07 AM', 'Jan 31, 2020, 9:05:07 AM')}: 1 delivery failed`,
    },
  ]);
});

import test from 'ava';
import { operator } from '../support/command.ts';
import { queuedJobs, queuedTasks } from '../support/queue.ts';
import { world } from '../support/world.ts';

const w = world(test);
const corkboard = operator(w);

const events = {
  'intake.submitted': 'projectId projectName clientName submittedAt',
  'scope.approved': 'projectId projectName clientName approvedName priceCents currency approvedAt',
  'contract.signed': 'projectId projectName clientName signedAt',
  'change_order.approved': 'changeOrderId projectId projectName amountCents currency approvedAt',
  'invoice.sent':
    'invoiceId invoiceNumber projectId projectName clientName totalCents currency dueDate sentAt',
  'invoice.viewed':
    'invoiceId invoiceNumber projectId projectName clientName totalCents currency dueDate viewedAt',
  'invoice.paid': 'invoiceId invoiceNumber projectId projectName clientName totalCents currency paidAt',
};

/** A workspace in which every event can happen, and the command that causes each event. */
async function eventful() {
  const studio = await w.workspace();
  const client = await studio.client({ name: 'Harbour Bakery' });
  const { id } = await studio.project({ clientId: client.id, name: 'Website', intake: {} });
  await studio.scope(id, { priceCents: 5000 });
  const invoice = await studio.invoice(id, { dueDate: '2030-01-31' });
  const commands: Record<keyof typeof events, string[]> = {
    'intake.submitted': ['intake', 'submit', id, '--answers', '{"Q": "A"}'],
    'scope.approved': ['scope', 'approve', id, '--by', 'Ana'],
    'contract.signed': ['contract', 'sign', id],
    'change_order.approved': ['change-order', 'approve', id, '--amount-cents', '700'],
    'invoice.sent': ['invoice', 'send', invoice.id],
    'invoice.viewed': ['invoice', 'view', invoice.id],
    'invoice.paid': ['invoice', 'pay', invoice.id],
  };
  return { studio, projectId: id, invoiceId: invoice.id, commands };
}

async function subscribe(workspaceId: string, ...kinds: string[]) {
  await w.db.query(
    `insert into corkboard.webhook_endpoints (workspace_id, url, format, events) values ($1, 'https://hooks.example/x', 'slack', $2)`,
    [workspaceId, kinds],
  );
}

async function deliveries(workspaceId: string) {
  const { rows } = await w.db.query(
    'select id, event, data, data::text as text, status from corkboard.webhook_deliveries where workspace_id = $1 order by id',
    [workspaceId],
  );
  return rows;
}

async function jobs(workspaceId: string) {
  const { rows } = await w.db.query(
    `select t.identifier as task, j.payload ->> 'deliveryId' as id
     from ${queuedJobs} j join ${queuedTasks} t on t.id = j.task_id
     where j.payload ->> 'workspaceId' = $1 order by j.id`,
    [workspaceId],
  );
  return rows;
}

test('each event is delivered once, its data as specified, with one job', async t => {
  const { studio, projectId, invoiceId, commands } = await eventful();
  await subscribe(studio.id, ...Object.keys(events));
  const answers: Record<string, any> = {};
  for (const [event, command] of Object.entries(commands)) answers[event] = await corkboard(...command);
  // A second time, each command is rejected, except for viewing, which changes nothing. There are no more events.
  const { 'change_order.approved': _, 'invoice.viewed': view, ...once } = commands;
  for (const command of Object.values(once)) await corkboard.refused(...command);
  await corkboard(...view);
  const sent = await deliveries(studio.id);
  t.deepEqual(
    sent.map(({ event, data }) => [event, Object.keys(data).join(' ')]),
    Object.entries(events),
  );
  const data = Object.fromEntries(sent.map(({ event, data }) => [event, data]));
  const project = { projectId, projectName: 'Website' };
  const about = { ...project, clientName: 'Harbour Bakery' };
  const invoice = { ...about, invoiceId, invoiceNumber: 'INV-0001', totalCents: 10_000, currency: 'USD' };
  const order = answers['change_order.approved'].changeOrder;
  t.deepEqual(data, {
    'intake.submitted': { ...about, submittedAt: answers['intake.submitted'].intake.submittedAt },
    'scope.approved': {
      ...about,
      approvedName: 'Ana',
      priceCents: 5000,
      currency: 'USD',
      approvedAt: answers['scope.approved'].scope.approvedAt,
    },
    'contract.signed': { ...about, signedAt: answers['contract.signed'].contract.signedAt },
    'change_order.approved': {
      ...project,
      changeOrderId: order.id,
      amountCents: 700,
      currency: 'USD',
      approvedAt: order.approvedAt,
    },
    'invoice.sent': { ...invoice, dueDate: '2030-01-31', sentAt: answers['invoice.sent'].invoice.sentAt },
    'invoice.viewed': {
      ...invoice,
      dueDate: '2030-01-31',
      viewedAt: answers['invoice.viewed'].invoice.viewedAt,
    },
    'invoice.paid': { ...invoice, paidAt: answers['invoice.paid'].invoice.paidAt },
  });
  t.deepEqual(
    await jobs(studio.id),
    sent.map(({ id }) => ({ task: 'attempt_delivery', id })),
  );
  for (const { text, data } of sent) t.is(text, JSON.stringify(data));
});

test('an event without a subscribed endpoint adds no job', async t => {
  const { studio, commands } = await eventful();
  await subscribe(studio.id, 'invoice.paid');
  const stranger = await w.workspace();
  await subscribe(stranger.id, ...Object.keys(events));
  const { 'invoice.paid': _, ...others } = commands;
  for (const command of Object.values(others)) await corkboard(...command);
  for (const { id } of [studio, stranger]) {
    t.deepEqual(await deliveries(id), []);
    t.deepEqual(await jobs(id), []);
  }
});

test('a scope without a price has priceCents null in its event', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.scope(id);
  await subscribe(studio.id, 'scope.approved');
  await corkboard('scope', 'approve', id, '--by', 'Ana');
  t.like(await deliveries(studio.id), [{ data: { priceCents: null } }]);
});

import test from 'ava';
import { world } from '../support/world.ts';

const w = world(test);

/** When the current month ends (UTC). */
function nextMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
}

test('200: the workspace and what its plan allows', async t => {
  const studio = await w.workspace({ plan: 'free', currency: 'EUR' });
  let month = nextMonth();
  let { body } = await studio.get('/me');
  // The month may have ended in between.
  if (month !== nextMonth()) {
    month = nextMonth();
    ({ body } = await studio.get('/me'));
  }
  t.deepEqual(body, {
    workspace: { id: studio.id, name: 'Studio', defaultCurrency: 'EUR', plan: 'free' },
    limits: {
      clients: { used: 0, allowed: 3 },
      activeProjects: { used: 0, allowed: 3 },
      seats: { used: 1, allowed: 1 },
      monthlyWrites: {
        used: 0,
        allowed: 200,
        resetsAt: month,
      },
      features: { api: true, webhooks: true, classification: false },
    },
  });
});

test('200: an unlimited cap is null', async t => {
  const { limits } = (await (await w.workspace({ plan: 'studio' })).get('/me')).body;
  t.is(limits.clients.allowed, null);
  t.is(limits.activeProjects.allowed, null);
  t.is(limits.seats.allowed, null);
});

test('200: usage counts clients and active projects outside the trash, and successful writes', async t => {
  const studio = await w.workspace();
  const client = await studio.client();
  const kept = await studio.project({ clientId: client.id });
  const paused = await studio.project({ clientId: client.id });
  const trashed = await studio.project();
  await w.db.query(`select corkboard.change_project($1, $2, '{"status": "paused"}')`, [studio.id, paused.id]);
  await w.db.query('select corkboard.trash_client($1, $2)', [studio.id, trashed.clientId]);
  await studio.post('/clients', { name: '' });
  await studio.post(`/projects/${trashed.id}/notes`, { body: 'Gone' });
  const { limits } = (await studio.get('/me')).body;
  t.is(limits.clients.used, 1);
  t.is(limits.activeProjects.used, 1);
  t.is(limits.monthlyWrites.used, 5);
  t.truthy(kept);
});

test('200: unknown parameters are ignored, and HEAD gets the same response without a body', async t => {
  const studio = await w.workspace();
  const get = await studio.get('/me?colour=red');
  const head = await studio.send({ method: 'HEAD', path: '/me' });
  t.is(head.status, 200);
  t.is(head.headers.get('content-length'), get.headers.get('content-length'));
});

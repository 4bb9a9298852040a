import test from 'ava';
import { counting, exhaust, holdMinute, holdMonth } from '../support/rates.ts';
import { eras, rpc } from '../support/tools.ts';
import { sharedWorld } from '../support/world.ts';

const w = sharedWorld(test, 'api');

// A request that is wrong in every way is told the first thing first; each step mends one.
test('checks are made in the documented order', async t => {
  const studio = await w.workspace({ plan: 'free' });
  const reader = await studio.keyWith();
  await w.sql(`insert into corkboard.plans (name, api, active_projects) values ('closed', false, 0)`);
  await w.sql(`update corkboard.workspaces set plan = 'closed' where id = $1`, studio.id);
  await exhaust(w, studio, 'write');
  const request = {
    method: 'POST',
    path: '/projects',
    body: `{"clientId":"nonsense"${' '.repeat(70_000)}`,
    headers: {
      Authorization: 'Bearer crk_wrong',
      'Idempotency-Key': 'a b',
      'Content-Type': 'text/plain',
    } as Record<string, string>,
  };
  const status = async () => {
    const { status, body } = await reader.send(request);
    return `${status} ${body.code}`;
  };
  t.is(await status(), '401 invalid_key');
  request.headers.Authorization = `Bearer ${reader.key}`;
  t.is(await status(), '429 rate_limited');
  await holdMinute(w, studio, 'write', 0);
  t.is(await status(), '402 plan_limit');
  await w.sql(`update corkboard.plans set api = true, monthly_writes = 0 where name = 'closed'`);
  t.is(await status(), '403 scope_required');
  request.headers.Authorization = `Bearer ${studio.key}`;
  t.is(await status(), '400 bad_request');
  request.headers['Idempotency-Key'] = 'used';
  t.is(await status(), '400 bad_request');
  request.headers['Content-Type'] = 'application/json';
  t.is(await status(), '413 payload_too_large');
  request.body = '{"clientId":"nonsense"';
  t.is(await status(), '400 bad_request');
  request.body = '{"clientId":"nonsense"}';
  t.is(await status(), '422 validation');
  request.body = '{"clientId":"nonsense","name":"A"}';
  await w.sql(`insert into corkboard.idempotency_keys values ($1, 'used', '', '{}')`, studio.id);
  t.is(await status(), '422 idempotency_mismatch');
  request.headers['Idempotency-Key'] = 'new';
  t.is(await status(), '404 not_found');
  const rows = await w.sql(
    `insert into corkboard.clients (workspace_id, name, created_via) values ($1, 'A', 'app') returning id`,
    studio.id,
  );
  request.body = `{"clientId":"${rows[0].id}","name":"A"}`;
  const allowance = await reader.send(request);
  t.is(allowance.status, 402);
  t.regex(allowance.body.error, /allowance/);
  await w.sql(`update corkboard.plans set monthly_writes = null where name = 'closed'`);
  const cap = await reader.send(request);
  t.is(cap.status, 402);
  t.regex(cap.body.error, /active projects/);
  await w.sql(`update corkboard.plans set active_projects = null where name = 'closed'`);
  t.is((await reader.send(request)).status, 201);
});

test('a suspension is told after the rate and before everything else, also if the plan has no API, and by the tool server', async t => {
  const studio = await w.workspace({ plan: 'free' });
  const reader = await studio.keyWith();
  const malformed = () => reader.post('/clients', '{"name":', { 'Idempotency-Key': 'a b' });
  const suspended = /is suspended, so the API and the tool server can’t be used/;
  await w.sql('select corkboard.suspend_workspace($1)', studio.id);
  t.regex((await malformed()).body.error, suspended);
  await w.sql(`insert into corkboard.plans (name, api) values ('without-api', false)`);
  await w.sql(`update corkboard.workspaces set plan = 'without-api' where id = $1`, studio.id);
  t.regex((await malformed()).body.error, suspended);
  for (const era of eras) {
    for (const params of [{}, { name: 'create_client', arguments: { name: 'A' } }]) {
      const { status, body } = await rpc(studio, era, 'name' in params ? 'tools/call' : 'tools/list', params);
      t.is(status, 402);
      t.regex(body.error, suspended);
    }
  }
  await exhaust(w, studio, 'write');
  t.is((await malformed()).status, 429);
});

test('an approved scope is a conflict even if the allowance is used up', async t => {
  const { studio, id } = await w.withProject();
  await w.sql('select corkboard.sign_contract($1, $2)', studio.id, id);
  await holdMonth(w, studio, 10_000);
  t.is((await studio.post(`/projects/${id}/scope`, { deliverables: ['A'] })).status, 409);
});

const told: Record<string, string> = {
  '/clients': 'This path takes GET and POST only.',
  '/projects/x': 'This path takes GET only.',
  '/projects/x/time': 'This path takes POST only.',
  '/me': 'This path takes GET only.',
  '/api/mcp': 'This path takes POST only.',
};

test('a path or method that is unknown is 404, and 401 without a key', async t => {
  const studio = await w.workspace();
  for (const request of [
    ...['GET /nothing', 'GET /projects/x/time', 'GET /', 'DELETE /clients', 'PATCH /projects/x', 'POST /me'],
    ...['GET /clients/', 'GET /me//', 'GET /api//v1/me', 'GET /API/v1/me', 'OPTIONS /clients'],
    ...['PUT /api/mcp', 'OPTIONS /api/mcp', 'POST /api/mcp/', 'GET /api/mcp/'],
  ]) {
    const [method = '', path = ''] = request.split(' ');
    const used = await counting(w, studio);
    const { status, body } = await studio.send({ method, path });
    t.is(status, 404, request);
    t.is(body.error, told[path] ?? 'No route matches this method and path.');
    t.is((await studio.send({ method, path, headers: { Authorization: '' } })).status, 401);
    t.deepEqual(await used(), { read: 0, write: 0, [method === 'GET' ? 'read' : 'write']: 1 });
  }
});

test('413: a body that is too large, on an unknown path too', async t => {
  const studio = await w.workspace();
  t.is((await studio.send({ method: 'PUT', path: '/nothing', body: 'x'.repeat(70_000) })).status, 413);
});

import test from 'ava';
import { catalogue } from '../../../src/operations/catalogue.ts';
import type { Account } from '../../support/account.ts';
import { type Call, fetchAnswer, unknownId } from '../../support/call.ts';
import { checkDocumented, document } from '../../support/contract.ts';
import { examples } from '../../support/examples.ts';
import { exhaust, holdMinute, holdMonth } from '../../support/rates.ts';
import { world } from '../../support/world.ts';

// Compares every error example in the API description with the service's answer.
const w = world(test);

type Request = Omit<Call, 'key'>;
/** Changes a workspace so that a good request fails, until it is `mended`, and returns what must differ in the request. */
type Cause = (studio: Account, request: Request) => Partial<Request> | Promise<Partial<Request>>;

const set = async (table: string, values: string, studio: Account) => {
  await w.sql(
    `update corkboard.${table} set ${values} where ${table === 'workspaces' ? 'id' : 'workspace_id'} = $1`,
    studio.id,
  );
  return {};
};

/** Undoes what the causes change of a workspace, except for the last one. */
async function mended(studio: Account): Promise<void> {
  await set('workspaces', `plan = 'pro', suspended_at = null`, studio);
  await set('api_keys', 'scopes = corkboard.key_scopes()', studio);
  for (const kind of ['read', 'write'] as const) await holdMinute(w, studio, kind, 0);
  await holdMonth(w, studio, 0);
}

const withUnknownIds = (text: string) =>
  text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, unknownId);

const causes: Record<string, Cause> = {
  invalid_key: () => ({ headers: { Authorization: 'Bearer crk_unknown' } }),
  plan: async studio => {
    await w.sql(`insert into corkboard.plans (name, api) values ('closed', false) on conflict do nothing`);
    return set('workspaces', `plan = 'closed'`, studio);
  },
  suspended: studio => set('workspaces', 'suspended_at = now()', studio),
  scope_required: async studio => {
    // Every key can read. Only a database without this constraint shows the error of a key that can't.
    await w.sql('alter table corkboard.api_keys drop constraint if exists api_keys_scopes_check');
    return set('api_keys', `scopes = '{}'`, studio);
  },
  rate_limited: async studio => {
    for (const kind of ['read', 'write'] as const) await exhaust(w, studio, kind);
    return {};
  },
  bad_request: () => ({ body: '[]' }),
  payload_too_large: () => ({ body: ' '.repeat(65_537) }),
  validation: (_, { method, path }) => {
    const { parameters } = document.paths[`/api/v1${path}`]?.get ?? {};
    return method === 'GET' ? { path: `${path}?${parameters[0].name}=` } : { body: {} };
  },
  idempotency_mismatch: async studio => {
    const headers = { 'Idempotency-Key': 'used' };
    await studio.post('/clients', { name: 'Another request' }, headers);
    return { headers };
  },
  allowance: async studio => {
    await holdMonth(w, studio, 10_000);
    return {};
  },
  not_found: (_, { path, body }) => ({
    path: withUnknownIds(path),
    ...(body ? { body: withUnknownIds(JSON.stringify(body)) } : {}),
  }),
  conflict: async (studio, { path }) => {
    const project = path.split('/')[2]!;
    await studio.scope(project);
    await w.sql(`select corkboard.approve_scope($1, $2, 'Ada')`, studio.id, project);
    return {};
  },
};

/** Numbers and dates depend on the workspace and the day. */
const withoutNumbers = (body: { error: string }) => ({ ...body, error: body.error.replace(/\d+/g, '#') });

/** The examples of an operation's errors, by cause, with their status. */
function described(name: string): [cause: string, status: number, value: any][] {
  const operation = Object.values<any>(document.paths)
    .flatMap<any>(Object.values)
    .find(({ operationId }) => operationId === name);
  return Object.entries<any>(operation.responses).flatMap(([status, { content }]) =>
    Object.entries<any>(content['application/json'].examples ?? {}).map(
      ([cause, { value }]) => [cause, Number(status), value] as [string, number, any],
    ),
  );
}

for (const { name, method } of catalogue) {
  test(`${name}: errors are answered as described`, async t => {
    const studio = await w.workspace();
    const request = { method, ...(await examples(studio))[name]! };
    const causesInOrder = Object.keys(causes);
    const place = ([cause]: [string, ...unknown[]]) => causesInOrder.indexOf(cause);
    for (const [cause, status, value] of described(name).sort((a, b) => place(a) - place(b))) {
      if (cause === 'internal') continue;
      await mended(studio);
      const answer = await studio.send({ ...request, ...(await causes[cause]!(studio, request)) });
      t.is(answer.status, status, cause);
      t.deepEqual(withoutNumbers(answer.body), withoutNumbers(value), cause);
    }
  });
}

test.serial('an internal error is answered as described', async t => {
  const { key } = await w.workspace();
  await w.db.query('alter schema corkboard rename to gone');
  const answer = await fetchAnswer(w.baseUrl, { method: 'GET', path: '/api/v1/me', key });
  await w.db.query('alter schema gone rename to corkboard');
  checkDocumented('GET', '/api/v1/me', answer);
  for (const { name } of catalogue) {
    const [, status, value] = described(name).find(([cause]) => cause === 'internal')!;
    t.is(answer.status, status);
    t.deepEqual(answer.body, value);
  }
});

import { request as rpcRequest } from '../test/support/tools.ts';
import type { Bench } from './bench.ts';
import { request } from './connection.ts';
import { compareWithRest, type Pair } from './round.ts';
import { openTargets, type Target } from './targets.ts';

/** The most processor time of a tool call relative to its REST operation, which is 0.6 of the requests per second. */
const maxOfRest = 1.67;

const call = ({ key }: Target, name: string, input: object) =>
  request('POST', '/api/mcp', key, rpcRequest('legacy', 1, 'tools/call', { name, arguments: input }));

const reading = (name: string, path: string): Pair => ({
  name,
  method: 'GET',
  own: target => call(target, name, {}),
  rest: ({ key }) => request('GET', `/api/v1${path}`, key),
});

// With an Idempotency-Key, because tool calls always have one. Without it REST would do less work.
const writing = (
  name: string,
  path: (target: Target) => string,
  input: (target: Target, tag: string) => Record<string, unknown>,
): Pair => ({
  name,
  method: 'POST',
  own: (target, tag) => call(target, name, input(target, tag)),
  rest: (target, tag) => {
    const { id: _, ...body } = input(target, tag);
    return request('POST', `/api/v1${path(target)}`, target.key, body, { 'Idempotency-Key': tag });
  },
});

/** Compares the cost of tool calls with the same operations in REST. */
export async function benchTools(bench: Bench): Promise<void> {
  await compareWithRest(bench, await openTargets(bench), 'Tool', maxOfRest, [
    reading('get_workspace', '/me'),
    reading('list_clients', '/clients'),
    reading('list_invoices', '/invoices'),
    writing(
      'log_time',
      ({ projectId }) => `/projects/${projectId}/time`,
      ({ projectId }, tag) => ({ id: projectId, minutes: 45, description: `Layout ${tag}` }),
    ),
    writing(
      'create_client',
      () => '/clients',
      (_, tag) => ({ name: `Nadia Weiß ${tag}`, company: 'Harbour Bakery Ltd', email: 'n@b.example' }),
    ),
  ]);
}

import { request } from './connection.ts';
import type { Target } from './targets.ts';

/**
 * One operation through both channels (REST and the tool server), for a workspace. `tag` makes each write different.
 */
export interface Pair {
  tool: string;
  method: 'GET' | 'POST';
  arguments: (target: Target, tag: string) => Record<string, unknown>;
  rest: (target: Target, args: Record<string, unknown>, tag: string) => string;
}

const reading = (tool: string, path: string): Pair => ({
  tool,
  method: 'GET',
  arguments: () => ({}),
  rest: ({ key }) => request('GET', `/api/v1${path}`, key),
});

// With an Idempotency-Key, because tool calls always have one. Without it REST would do less work.
const writing = (tool: string, path: (target: Target) => string, args: Pair['arguments']): Pair => ({
  tool,
  method: 'POST',
  arguments: args,
  rest: (target, { id: _, ...body }, tag) =>
    request('POST', `/api/v1${path(target)}`, target.key, body, { 'Idempotency-Key': tag }),
});

/** Small and large reads and writes. */
export const pairs: Pair[] = [
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
];

import { z } from 'zod';
import type { Config } from '../config.ts';
import { Failure } from '../failure.ts';
import { subscribable } from '../records/event.ts';
import { text } from '../vocabulary/text.ts';
import type { Query } from '../webhooks/attempts.ts';
import { formatNames } from '../webhooks/delivery.ts';
import { Keyring } from '../webhooks/keyring.ts';
import { newSecret } from '../webhooks/secrets.ts';
import { id, inWorkspace, option, required } from './parameters.ts';
import { call, json, listIn } from './query.ts';
import type { Noun, Verb } from './verb.ts';

const fields = 'id workspaceId url format events failuresInRow createdAt disabledAt previousSecretExpiresAt';
const record = json(fields);
/** One that was removed is there until the last of its deliveries is deleted, but nobody finds it. */
const present = 'r.removed_at is null';
const asEndpoint = `${record} as endpoint`;

const events = z
  .string()
  .transform(given => [...new Set(given.split(',').map(name => name.trim()))])
  .refine(names => names.every(name => (subscribable as string[]).includes(name)), {
    error: `must name events out of ${subscribable.join(', ')}, with commas between them`,
  });

const url = text(2048).refine(URL.canParse, {
  error: 'must be an address, like https://hooks.example.com/corkboard',
});

/** The gate for addresses, which only stands here because a database resolves no names; throws Failure. */
async function checkReachable(address: string, { webhookAllowPrivate }: Config): Promise<void> {
  const { checkAddress, RefusedAddress, UnresolvedName } = await import('../webhooks/address.ts');
  await checkAddress(address, { allowPrivate: webhookAllowPrivate }).catch((error: Error) => {
    if (!(error instanceof RefusedAddress || error instanceof UnresolvedName)) throw error;
    throw new Failure('validation', `--url ${error.message}.`, 'url');
  });
}

const makeSecret = (query: Query, { secretsKeys }: Config, endpointId?: string) =>
  newSecret(query, new Keyring(secretsKeys), endpointId);

const verb = (name: string, summary: string, invocation: string): Verb => ({
  name,
  summary,
  takes: [id()],
  of: 'endpoint',
  query: call('webhook_endpoints', invocation, asEndpoint),
});

export const endpoint: Noun = {
  name: 'endpoint',
  summary: 'where a workspace wants its events sent',
  verbs: [
    {
      name: 'add',
      summary: 'Add a webhook endpoint and show its signing secret, this once',
      takes: [
        inWorkspace,
        required('--url <u>', 'its address: https, public', url),
        option('--format <f>', 'json, slack or discord', z.enum(formatNames)).default('json'),
        required('--events <a,b>', `of ${subscribable.join(', ')}`, events),
      ],
      of: 'workspace',
      query: call('workspaces', 'store_endpoint(it.id, $5, $2, $3, $4, $6)', asEndpoint),
      does: async (ask, [, address, format], config, query) => {
        await checkReachable(address as string, config);
        const { endpointId, secret, stored } = await makeSecret(query, config);
        const { endpoint } = await ask(endpointId, stored);
        return format === 'json' ? { endpoint, secret } : { endpoint };
      },
    },
    {
      name: 'list',
      summary: 'List the endpoints of a workspace',
      takes: [inWorkspace],
      of: 'workspace',
      query: listIn('webhook_endpoints', record, 'endpoints', 'r.id', present),
      columns: {
        id: 'id',
        format: 'format',
        url: 'url',
        events: 'events',
        'failures in row': 'failuresInRow',
        off: 'disabledAt',
      },
    },
    {
      ...verb('show', 'Show an endpoint', ''),
      query: `select ${asEndpoint} from corkboard.webhook_endpoints r where r.id = $1 and ${present}`,
    },
    verb(
      'remove',
      'Remove it, with its deliveries: nothing more is sent',
      'remove_endpoint(it.workspace_id, it.id)',
    ),
    verb('enable', 'Turn it on', 'enable_endpoint(it.workspace_id, it.id)'),
    verb(
      'disable',
      'Turn it off: what is due meanwhile is missed',
      'disable_endpoint(it.workspace_id, it.id)',
    ),
    {
      name: 'test',
      summary: 'Send it a ping, once, and show what comes of it',
      takes: [id()],
      of: 'endpoint',
      query: call('webhook_endpoints', 'test_endpoint(it.workspace_id, it.id)', 'r.*'),
      does: async (ask, [endpointId], { webhookAllowPrivate, secretsKeys }) => {
        const { ping } = await import('../webhooks/ping.ts');
        const test = (await ask()) as Parameters<typeof ping>[0];
        const keyring = new Keyring(secretsKeys);
        const secrets = test.secrets.map(stored => keyring.decrypt(stored, endpointId as string));
        return ping({ ...test, secrets }, { allowPrivate: webhookAllowPrivate });
      },
    },
    {
      name: 'rotate',
      summary: 'Give it a new signing secret; the one before stays valid for 24 hours',
      takes: [id()],
      of: 'endpoint',
      query: call('webhook_endpoints', 'store_secret(it.workspace_id, it.id, $2)', asEndpoint),
      does: async (ask, [endpointId], config, query) => {
        const { secret, stored } = await makeSecret(query, config, endpointId as string);
        const { endpoint } = await ask(stored);
        return { endpoint, secret };
      },
    },
  ],
};

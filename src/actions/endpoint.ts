import { z } from 'zod';
import type { Config } from '../config.ts';
import { invalid } from '../errors/failure.ts';
import { RemoteError } from '../errors/serviceError.ts';
import { json } from '../records/columns.ts';
import { type EventKind, subscribable } from '../records/event.ts';
import { requiredText, text } from '../vocabulary/text.ts';
import { formatNames } from '../webhooks/delivery.ts';
import { Keyring } from '../webhooks/keyring.ts';
import type { EndpointTest } from '../webhooks/ping.ts';
import { newEndpointId, signingSecret } from '../webhooks/secrets.ts';
import { action, columns, field, hiddenInput, type Row, type Secret } from './define.ts';
import { names, readVersion, shownVersion } from './fields.ts';

/** A webhook endpoint as a person sees it, without its secrets. */
export const endpointFields =
  'id workspaceId url format events description failuresInRow createdAt disabledAt previousSecretExpiresAt';
const answer = columns<{ endpoint: { id: string } }>(`${json(endpointFields)} as endpoint`);

const endpointSecret: Secret<{ endpoint: { id: string } }> = {
  from: signingSecret,
  isAmong: (stored, secret, { endpoint }, { secretsKeys }) => {
    const keyring = new Keyring(secretsKeys);
    return stored.some(one => keyring.decrypt(one, endpoint.id) === secret);
  },
};

const url = text(2048).refine(URL.canParse, {
  error: 'must be an address, like https://hooks.example.com/corkboard',
});

/** Checks the address of an endpoint: here, because the database cannot resolve its name. Throws Failure. */
async function checkReachable(
  address: string,
  { webhookAllowPrivate }: Config,
  workspaceId: string,
): Promise<void> {
  const { checkAddress } = await import('../webhooks/address.ts');
  const { lookupsOf } = await import('../webhooks/lookups.ts');
  const reach = { allowPrivate: webhookAllowPrivate };
  await checkAddress(address, reach, lookupsOf(workspaceId)).catch((error: Error) => {
    if (!(error instanceof RemoteError)) throw error;
    throw invalid('url', error.message);
  });
}

const someEvents = names('events', subscribable).refine(given => given.length > 0, { error: 'is required' });
const events = field(someEvents, `of ${subscribable.join(', ')}`, '<a,b>');
const description = field(
  requiredText(200).optional(),
  'what it is for, to tell several endpoints apart',
  '<t>',
);

export const addEndpoint = action({
  name: 'endpoint.add',
  summary: 'Add a webhook endpoint and show its signing secret, this once',
  button: 'Add endpoint',
  role: 'owner',
  requiresRecentAuthentication: true,
  input: z.strictObject({
    url: field(url, 'must be a public HTTPS URL', '<u>', { label: 'URL' }),
    format: field(z.enum(formatNames).default('json'), 'json, slack or discord', '<f>'),
    events,
    description,
  }),
  sqlCall: `store_endpoint(p_workspace => begun.workspace_id, p_id => :id, p_url => :url, p_format => :format,
    p_events => :events, p_secret => :secret, p_description => :description)`,
  answer,
  prepare: async ({ url }, { config, query, secret, workspaceId }) => {
    await checkReachable(url, config, workspaceId);
    const id = await newEndpointId(query);
    return { id, secret: new Keyring(config.secretsKeys).encrypt(secret, id) };
  },
  finish: async ({ endpoint }, { format }, { secret }) =>
    format === 'json' ? { endpoint, secret } : { endpoint },
  slow: true,
  secret: endpointSecret,
  auditEntries: { 'endpoint.added': 'added a webhook endpoint' },
});

/** The common part of all actions on an endpoint, unless they say otherwise. */
const onEndpoint = { on: 'endpoint', role: 'owner', requiresRecentAuthentication: true, answer } as const;

const isOn = ({ disabledAt }: Row) => disabledAt === null;

export const editEndpoint = action({
  ...onEndpoint,
  name: 'endpoint.edit',
  summary: 'Replace its URL, events and description; its secret and deliveries stay',
  button: 'Save endpoint',
  input: z.strictObject({
    url: field(url, 'must be a public HTTPS URL', '<u>', { label: 'URL' }),
    events,
    description,
    version: readVersion,
  }),
  // An endpoint belongs to one workspace, so the operator's command, which doesn't know that, takes its id instead.
  prepare: async ({ url }, { config, workspaceId, id }) => {
    await checkReachable(url, config, workspaceId || id);
    return {};
  },
  slow: true,
  done: 'Endpoint saved.',
  auditEntries: { 'endpoint.edited': 'edited a webhook endpoint' },
});

export const removeEndpoint = action({
  ...onEndpoint,
  name: 'endpoint.remove',
  summary: 'Remove it, with its deliveries: nothing more is sent',
  button: 'Remove endpoint',
  input: z.strictObject({ version: shownVersion }),
  irreversible:
    'The endpoint and the record of its deliveries are deleted, and nothing more is sent there. You can’t undo this.',
  auditEntries: { 'endpoint.removed': 'removed a webhook endpoint' },
});

export const enableEndpoint = action({
  ...onEndpoint,
  name: 'endpoint.enable',
  summary: 'Turn it on',
  button: 'Turn on',
  isOffered: endpoint => !isOn(endpoint),
  auditEntries: { 'endpoint.enabled': 'turned a webhook endpoint on' },
});

export const disableEndpoint = action({
  ...onEndpoint,
  name: 'endpoint.disable',
  summary: 'Turn it off: what is due meanwhile is missed',
  button: 'Turn off',
  isOffered: isOn,
  auditEntries: { 'endpoint.disabled': 'turned a webhook endpoint off' },
});

export const testEndpoint = action({
  ...onEndpoint,
  name: 'endpoint.test',
  summary: 'Send it a ping or a sample of an event, once, and show what comes of it',
  button: 'Send test',
  input: z.strictObject({
    event: field(z.enum(['ping', ...subscribable]).default('ping'), 'the event to send a sample of', '<e>'),
  }),
  answer: columns<EndpointTest>('r.*'),
  finish: async (test, { event }, { config, id }) => {
    const { ping } = await import('../webhooks/ping.ts');
    const keyring = new Keyring(config.secretsKeys);
    const secrets = test.secrets.map(stored => keyring.decrypt(stored, id));
    return ping({ ...test, secrets }, event as EventKind, config);
  },
  slow: true,
  done: 'This test was already sent. Send another to see its result.',
  auditEntries: {},
});

export const rotateSecret = action({
  ...onEndpoint,
  name: 'endpoint.rotate',
  summary: 'Give it a new signing secret; the previous one stays valid for 24 hours',
  button: 'Rotate secret',
  irreversible:
    'A new secret signs all deliveries from now on. The previous secret stays valid for 24 hours and cannot be restored.',
  input: z.strictObject({
    // Whether the person was told that the older of two valid secrets stops working.
    retire: hiddenInput(z.boolean().optional()),
    // How often the page showed the secret to have been rotated.
    version: shownVersion,
  }),
  sqlCall: `store_secret(p_workspace => begun.workspace_id, p_endpoint => record.id, p_secret => :secret,
    p_retire => :retire, p_version => :version)`,
  prepare: async (_, { config, id, secret }) => ({
    secret: new Keyring(config.secretsKeys).encrypt(secret, id),
  }),
  finish: async ({ endpoint }, _, { secret }) => ({ endpoint, secret }),
  secret: endpointSecret,
  isOffered: ({ format }) => format === 'json',
  auditEntries: { 'endpoint.rotated': 'rotated the signing secret of a webhook endpoint' },
});

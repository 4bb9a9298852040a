import { createKey, revokeKey } from '../../actions/key.ts';
import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { fields, objects, workspaceId } from '../../records/fragments.ts';
import { keyScope } from '../../vocabulary/fields.ts';
import { nilId } from '../../vocabulary/id.ts';
import { confirmFirst, isConfirmedOwner, ownersOnly } from '../components/confirmFirst.ts';
import { cursorOf, keysetPagination, pageRows as shown } from '../components/keysetPagination.ts';
import { secretField } from '../components/secretField.ts';
import { settingsTabs } from '../components/settingsTabs.ts';
import { table } from '../components/table.ts';
import { listDay } from '../components/time.ts';
import { form, formOfMany } from '../forms/form.ts';
import { word } from '../forms/labels.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import { limitPlusOne } from '../queries/pageLimit.ts';
import type { PageContext } from '../requests/pageContext.ts';

/** An API key that the console lists. */
export interface Key {
  id: string;
  label: string;
  scopes: string[];
  prefix: string;
  createdAt: string;
  revokedAt: string | null;
  /** When a request last used it, to the hour; null: never. */
  lastUsedAt: string | null;
  /** When an assistant first connected with it; null: none has. */
  connectedAt: string | null;
}

/** The query of the workspace's keys. `which`: further conditions, the order and the limit. */
export const keyList = (which: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  select ${objects(sql.fragment`
    select ${fields('k', 'id label scopes prefix createdAt lastUsedAt revokedAt connectedAt')}
      from corkboard.api_keys k
     where k.workspace_id = ${workspaceId} and ${which}`)} as rows`;

/** The label of a key's permissions: `Read, write time`. */
export const scopeWords = (scopes: readonly string[]) => word(scopes.join(', ').replaceAll(':', ' '));

/** Every key can read, so reading isn't offered as an option. */
export const scopeOptions = keyScope.options
  .filter(scope => scope !== 'read')
  .map(scope => [scope, scopeWords([scope])] as const);

/** The breadcrumbs of the pages about keys. */
export const keysCrumbs = [
  ['Settings', '/settings'],
  ['API keys', '/settings/keys'],
] as const;

const create = byAction(createKey, {
  path: '/settings/keys/create',
  looks: {
    label: { hint: 'The integration or assistant that uses it, such as “Claude”' },
    scopes: {
      label: 'Permissions',
      hint: 'Every API key can read. Choose what else it can do.',
      options: scopeOptions,
    },
  },
  redirectTo: () => '/settings/keys',
  resultView: ({ key, secret: value }) => ({
    title: 'API key created',
    crumbs: keysCrumbs,
    body: html`
      <p>${key.label}: ${scopeWords(key.scopes)}</p>
      ${secretField('API key', value)}
      <p>Give this key to the integration or assistant that will use it. Keep it secret.</p>
      <p><a href="/settings/keys">Back to API keys</a></p>`,
  }),
});
const revoke = byAction(revokeKey, {
  path: '/settings/keys/:key/revoke',
  record: 'key',
  redirectTo: () => '/settings/keys',
});

const keys = (search: URLSearchParams) => {
  const isRevoked = search.get('revoked') === 'true';
  return keyList(sql.fragment`
    k.revoked_at is ${isRevoked ? sql.fragment`not null` : sql.fragment`null`}
    and k.id > ${cursorOf(search) ?? nilId}::uuid order by k.id ${limitPlusOne}`);
};

/** The API keys of the workspace. */
export const keysPage = page<{ keys: { rows: Key[] } }>({
  path: '/settings/keys',
  reads: ({ search }) => ({ keys: keys(search) }),
  view: ({ keys: { rows } }, context) => {
    const isRevoked = context.search.get('revoked') === 'true';
    return {
      title: isRevoked ? 'Revoked API keys' : 'API keys',
      body: html`
        ${settingsTabs(context, '/settings/keys')}
        ${ownersOnly(context, 'create and revoke API keys')}${confirmFirst(context, 'create or revoke an API key')}
        ${rows.length === 0 ? emptyState(isRevoked) : list(rows, context, isRevoked)}
        ${keysetPagination(context.here, rows)}
        <p>${isRevoked ? html`<a href="/settings/keys">Active API keys</a>` : html`<a href="/settings/keys?revoked=true">Revoked API keys</a>`}</p>
        ${isConfirmedOwner(context) && !isRevoked ? html`<section><h2>Create an API key</h2><p>For Claude, Cursor and others, <a href="/settings/assistants">Connect an assistant</a> makes the key and shows what to do with it.</p>${form(context, create)}</section>` : null}`,
    };
  },
  posts: [create, revoke],
});

const emptyState = (isRevoked: boolean): Html =>
  isRevoked
    ? html`<p class="empty">No API keys have been revoked.</p>`
    : html`<p class="empty">No API keys yet. Integrations need an API key that the owner creates here. For Claude and the like, <a href="/settings/assistants">connect an assistant</a>.</p>`;

function list(rows: readonly Key[], context: PageContext, isRevoked: boolean): Html {
  const may = isConfirmedOwner(context) && !isRevoked;
  const day = (time: string | null) => (time === null ? 'Never' : listDay(time, context.person));
  const keys = table(
    'API keys',
    [
      'Label',
      'Prefix',
      'Permissions',
      'Created',
      'Last used',
      ...(isRevoked ? ['Revoked'] : []),
      ...(may ? ['Actions'] : []),
    ],
    shown(rows).map(key => [
      key.label,
      html`<code>${key.prefix}…</code>`,
      scopeWords(key.scopes),
      day(key.createdAt),
      day(key.lastUsedAt),
      ...(isRevoked ? [day(key.revokedAt)] : []),
      ...(may
        ? [form(context, revoke, { params: { key: key.id }, record: key, recordName: key.label })]
        : []),
    ]),
  );
  return formOfMany(keys);
}

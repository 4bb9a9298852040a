import { createKey } from '../../actions/key.ts';
import { sql } from '../../database/sql.ts';
import { confirmFirst, isConfirmedOwner, ownersOnly } from '../components/confirmFirst.ts';
import { secretField } from '../components/secretField.ts';
import { table } from '../components/table.ts';
import { listDay } from '../components/time.ts';
import { form } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { setupsOf } from './assistants/setups.ts';
import { type Key, keyList, keysCrumbs, scopeOptions, scopeWords } from './keys.ts';

const connect = byAction(createKey, {
  path: '/settings/assistants/connect',
  looks: {
    label: { label: 'Name', hint: 'Its drafts carry this name, such as “Claude”' },
    scopes: {
      label: 'It may draft',
      hint: 'It can read everything but private notes and emails. It can never send, sign or record a payment.',
      options: scopeOptions,
    },
  },
  redirectTo: () => '/settings/assistants',
  resultView: ({ key, secret }, { origin }) => ({
    title: `Connect ${key.label}`,
    crumbs: keysCrumbs,
    body: html`
      <p>Choose your program, copy its text, and follow the step above it. The text contains the key: keep it to yourself.</p>
      ${setupsOf(`${origin}/api/mcp`, secret).map(
        ({ name, steps, text }, at) => html`
        <section><h2>${name}</h2>
          <p>${steps}</p>
          <pre id="setup-${at}" tabindex="0" aria-label="${name}">${text}</pre>
          <p class="actions"><button type="button" class="quiet" data-copy="setup-${at}" hidden>Copy</button></p>
        </section>`,
      )}
      <section><h2>The key alone</h2>${secretField('API key', secret)}</section>
      <p><a class="button" href="/settings/assistants">Check whether it has connected</a></p>`,
  }),
});

/** The newest keys. */
const keys = keyList(sql.fragment`k.revoked_at is null order by k.id desc limit 10`);

/**
 * Connects an assistant: creates a key for it, shows how to use the key, and shows whether the assistant has connected.
 */
export const assistants = page<{ keys: { rows: Key[] } }>({
  path: '/settings/assistants',
  reads: () => ({ keys }),
  view: ({ keys: { rows } }, context) => ({
    title: 'Connect an assistant',
    crumbs: keysCrumbs,
    body: html`
      <p>An AI assistant can look up your work and draft projects, scopes, invoices and time. You check what it drafts, and only you send it.</p>
      ${ownersOnly(context, 'connect an assistant')}${confirmFirst(context, 'connect an assistant')}
      ${
        isConfirmedOwner(context)
          ? html`<section><h2>New assistant</h2>${form(context, connect, { values: { label: 'Claude', scopes: scopeOptions.map(([scope]) => scope) } })}</section>`
          : null
      }
      ${rows.length === 0 ? null : list(rows, context)}`,
  }),
  posts: [connect],
});

const list = (rows: readonly Key[], { person }: PageContext): Html => html`
  <section><h2>Connections</h2>${table(
    'Connections',
    ['Name', 'Permissions', 'Created', 'Connected'],
    rows.map(({ label, scopes, createdAt, connectedAt }) => [
      label,
      scopeWords(scopes),
      listDay(createdAt, person),
      connectedAt === null
        ? html`<span class="pill">Not yet</span>`
        : html`<span class="pill good">Since ${listDay(connectedAt, person)}</span>`,
    ]),
  )}
  <p class="hint">Reload this page to check again. To take an assistant’s access away, <a href="/settings/keys">revoke its API key</a>.</p></section>`;

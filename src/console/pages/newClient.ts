import { z } from 'zod';
import { setClient } from '../../actions/client.ts';
import { inputFields } from '../../actions/fields.ts';
import { sql } from '../../database/sql.ts';
import { createClient } from '../../operations/createClient.ts';
import { clientFieldNames, clientFields } from '../../records/clientFields.ts';
import { columnsOf } from '../../records/columns.ts';
import { clientFormLooks } from '../components/party.ts';
import { form } from '../forms/form.ts';
import type { Post } from '../forms/post.ts';
import { html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';

/** The form that edits a client, which has the same fields. */
const edited = byAction(setClient, { path: '/clients/add', looks: clientFormLooks });
const input = z.strictObject(inputFields(clientFields, clientFieldNames)).required({ name: true });

/** As createClient of the API, with what only members see of a client. */
const addClient: Post = {
  name: createClient.name,
  path: '/clients/add',
  button: 'Add client',
  done: 'Client added.',
  role: 'member',
  input,
  get fields() {
    return edited.fields;
  },
  sqlCall: ({ name, email = null, company = null, notes = null, ...more }) => sql.fragment`
    select '/clients/' || c.id as url
      from corkboard.create_client(
        begun.caller, ${name}, ${email}, ${company}, ${notes}, ${JSON.stringify(columnsOf(more))}) c`,
  redirectTo: ({ url }) => url,
  secrets: [],
};

/** The form that adds a client: the same one that edits it. A name and an email address are enough. */
export const newClient = page({
  path: '/clients/new',
  view: (_, context) => ({
    title: 'Add client',
    crumbs: [['Clients', '/clients']],
    body: html`${form(context, addClient, { foldsSections: true })}`,
  }),
  posts: [addClient],
});

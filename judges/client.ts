// A client that uses types generated from the OpenAPI description (types.test.ts). It must compile with them, except for
// the lines below @ts-expect-error.
import createClient from 'openapi-fetch';
import type { components, paths, webhooks } from './schema.d.ts';

/** Drafts a project with its invoice. Returns what the client owes, and the page where a person continues. */
export async function draft(baseUrl: string, key: string) {
  const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

  const client = await api.POST('/api/v1/clients', { body: { name: 'Harbour Bakery' } });
  if (client.error) throw new Error(`${client.error.code}: ${client.error.error}`);
  const project = await api.POST('/api/v1/projects', {
    body: { clientId: client.data.client.id, name: 'Website', stage: 'scoping' },
  });
  if (project.error) throw new Error(project.error.error);
  const invoice = await api.POST('/api/v1/invoices', {
    params: { header: { 'Idempotency-Key': 'website-first-half' } },
    body: {
      projectId: project.data.project.id,
      lineItems: [{ description: 'Design', unitPriceCents: 420_000, taxRateBps: null }],
    },
  });
  if (invoice.error) throw new Error(invoice.error.error);
  const list = await api.GET('/api/v1/invoices', { params: { query: { status: 'DRAFT', per_page: 10 } } });
  const row: components['schemas']['Invoice'] | undefined = list.data?.data[0];
  return { totalCents: row?.totalCents, dueDate: row?.dueDate, url: invoice.data.url };
}

/** Reads the body of a verified webhook. */
export function summaryOf(body: Body<'invoice.paid'> | Body<'client.created'>): string {
  return body.event === 'invoice.paid' ? body.data.invoiceNumber : body.data.clientName;
}

type Body<Kind extends keyof webhooks> = webhooks[Kind]['post']['requestBody']['content']['application/json'];

type NewClient = paths['/api/v1/clients']['post']['requestBody']['content']['application/json'];

export async function wrong(baseUrl: string) {
  const api = createClient<paths>({ baseUrl });
  // @ts-expect-error: there is no such path
  await api.GET('/api/v1/members');
  // @ts-expect-error: a client has a name
  await api.POST('/api/v1/clients', { body: {} });
  // @ts-expect-error: no field of a client is called colour
  await api.POST('/api/v1/clients', { body: { name: 'A', colour: 'red' } satisfies NewClient });
  // @ts-expect-error: minutes are a number
  await api.POST('/api/v1/projects/{id}/time', { params: { path: { id: 'x' } }, body: { minutes: '90' } });
  // @ts-expect-error: no status of an invoice is called OPEN
  await api.GET('/api/v1/invoices', { params: { query: { status: 'OPEN' } } });
  const { data } = await api.GET('/api/v1/clients');
  // @ts-expect-error: email addresses do not leave
  return data?.data[0]?.email;
}

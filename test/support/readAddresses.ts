import type pg from 'pg';
import { rareWord } from '../../harness/seed/words.ts';

/** The records of a workspace whose pages are opened. */
export interface Records {
  client: string;
  project: string;
  invoice: string;
  endpoint: string;
  /** The proposal of a change order of the project. */
  order: string;
  delivery: string;
  inquiry: string;
  /** An entry of the audit log. */
  entry: string;
  import: string;
  mail: string;
  note: string;
  timekeeper: string;
}

/** Records of a workspace: its busiest project, and an endpoint with its newest settled delivery. */
export async function recordsOf(client: pg.Client, workspaceId: string, endpoint: string): Promise<Records> {
  const one = async (query: string, ...more: string[]) =>
    (await client.query(query, [workspaceId, ...more])).rows[0].id as string;
  const project = await one(
    'select project_id as id from corkboard.invoices where workspace_id = $1 group by 1 order by count(*) desc, 1 limit 1',
  );
  return {
    project,
    client: await one(
      'select client_id as id from corkboard.projects where workspace_id = $1 and id = $2',
      project,
    ),
    invoice: await one('select id from corkboard.invoices where workspace_id = $1 order by id limit 1'),
    endpoint,
    order: await one(
      'select id from corkboard.change_order_proposals where workspace_id = $1 and project_id = $2 limit 1',
      project,
    ),
    delivery: await one(
      `select id from corkboard.webhook_deliveries
        where workspace_id = $1 and endpoint_id = $2 and status = 'succeeded' order by created_at desc limit 1`,
      endpoint,
    ),
    inquiry: await one('select id from corkboard.inquiries where workspace_id = $1 limit 1'),
    timekeeper: await one('select id from corkboard.timekeepers where workspace_id = $1 limit 1'),
    entry: await one(
      'select id from corkboard.audit_log where workspace_id = $1 order by id desc offset 1000 limit 1',
    ),
    note: await one(
      `insert into corkboard.credit_notes
         (workspace_id, invoice_id, client_id, sequence, number, currency, line_items, net_cents, tax_cents, credited_on)
       select workspace_id, id, client_id, 1, 'CN-0001', currency, '[]', 1, 0, '2026-01-01' from corkboard.invoices
        where workspace_id = $1 order by id limit 1
        on conflict (workspace_id, sequence) do update set number = excluded.number returning number as id`,
    ),
    import: await one(
      `insert into corkboard.client_imports (workspace_id, file_name, settings, requested_by)
       values ($1, 'clients.csv', '{"encoding": "utf-8", "separator": ",", "hasHeadings": true, "columns": ["name"]}',
               'ann@studio.example') returning id`,
    ),
    mail: await one(
      `insert into corkboard.document_mails (workspace_id, project_id, kind, record_id, purpose, recipient, subject, text, sent_by)
       values ($1, $2, 'scope', $2, 'document', 'ada@client.example', 'Scope', 'Hello', 'ann@studio.example') returning id`,
      project,
    ),
  };
}

const rare = rareWord.toLowerCase();
const dayBefore = (days: number) =>
  new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
const first = dayBefore(20);
const last = dayBefore(10);

/** The addresses of a path, without a query and with each of these. */
const at = (path: string, ...queries: string[]) => ['', ...queries].map(query => path + query);

/** The addresses of every page of the console, by the page's path. `:client` and so on are the ids of records. */
export const pageAddresses: Record<string, string[]> = {
  '/': at('/'),
  '/search': at('/search', `?search=${rare}`),
  '/time': at('/time', '?week=2026-01-01'),
  '/new': at('/new', `?search=${rare}`),
  '/clients': at(
    '/clients',
    `?search=${rare}`,
    '?sort=-company',
    '?sort=-added',
    '?page=2',
    '?archived=true',
  ),
  '/clients/new': at('/clients/new'),
  '/clients/import': at('/clients/import'),
  '/clients/import/:import': at('/clients/import/:import'),
  '/clients/:id': at('/clients/:client'),
  '/clients/:id/statement': at('/clients/:client/statement', `?from=${first}&until=${last}`),
  '/clients/:id/portal/send': at('/clients/:client/portal/send'),
  '/clients/:id/statement/send': at('/clients/:client/statement/send', `?from=${first}&until=${last}`),
  '/inquiries': at('/inquiries', '?state=all', `?search=${rare}`),
  '/inquiries/:id': at('/inquiries/:inquiry'),
  '/projects': at(
    '/projects',
    `?search=${rare}`,
    ...['name', 'client', 'stage', 'added'].map(column => `?sort=${column}`),
    '?stage=lead',
    '?status=paused',
    '?include_archived=true',
    `?new=add&client=${rare}`,
    '?page=2',
  ),
  '/projects/:id': at(
    '/projects/:project',
    ...['scope', 'time', 'invoices', 'revisions', 'notes', 'intake'].map(tab => `?tab=${tab}`),
  ),
  '/projects/:id/change-orders/:order': at('/projects/:project/change-orders/:order'),
  '/projects/:id/scope/send': at('/projects/:project/scope/send'),
  '/projects/:id/contract/send': at('/projects/:project/contract/send'),
  '/projects/:id/change-orders/:order/send': at('/projects/:project/change-orders/:order/send'),
  '/projects/:id/time/invoice': at(
    '/projects/:project/time/invoice',
    '?by=one',
    `?from=${first}&until=${last}`,
  ),
  '/projects/:id/agreed/invoice': at('/projects/:project/agreed/invoice', '?percentBps=50'),
  '/timer': at('/timer', `?search=${rare}`),
  '/trash': at('/trash', `?search=${rare}`),
  '/invoices': at(
    '/invoices',
    `?search=${rare}`,
    '?overdue=true',
    '?status=DRAFT',
    '?kind=estimate',
    '?project_id=:project',
    '?client_id=:client',
    '?sort=due',
    '?page=2',
  ),
  '/invoices/:id': at('/invoices/:invoice'),
  '/emails/:id': at('/emails/:mail'),
  '/invoices/:id/send': at('/invoices/:invoice/send'),
  '/invoices/:id/remind': at('/invoices/:invoice/remind'),
  '/invoices/:id/correct': at('/invoices/:invoice/correct'),
  '/invoices/:id/credit-notes/:number': at('/invoices/:invoice/credit-notes/:note'),
  '/invoices/:id/credit-notes/:number/send': at('/invoices/:invoice/credit-notes/:note/send'),
  '/reports': at(
    '/reports',
    `?from=${first}&until=${last}`,
    '?from=2001-01-01',
    `?from=${first}&by=client`,
    '?currency=EUR&by=client&page=2',
  ),
  '/reports/receivables': at('/reports/receivables', `?from=${first}`, '?currency=EUR&page=2'),
  '/reports/invoices': at(
    '/reports/invoices',
    `?from=${first}&until=${last}&currency=USD`,
    '?currency=USD&due=true&client=:client',
    '?currency=USD&age=over-90',
    '?after=:invoice',
  ),
  '/reports/payments': at(
    '/reports/payments',
    `?from=${first}&until=${last}`,
    `?from=${first}&until=${last}&currency=USD&client=:client`,
  ),
  '/reports/taxes': at(
    '/reports/taxes',
    '?from=2001-01-01&by=month',
    `?from=${first}&until=${last}&basis=payment&currency=EUR`,
  ),
  '/reports/tax-entries': at(
    '/reports/tax-entries',
    `?basis=payment&rate=0&reason=none&from=${first}`,
    '?currency=USD&rate=none',
  ),
  '/reports/hours': at(
    '/reports/hours',
    `?from=${first}&until=${last}`,
    `?from=${first}&until=${last}&by=person`,
    `?from=${first}&until=${last}&by=project`,
    '?by=project&page=2',
  ),
  '/reports/time': at(
    '/reports/time',
    `?from=${first}&until=${last}`,
    '?project=:project',
    '?project=:project&billable=true&billed=false',
    '?person=:timekeeper&billable=true',
    '?billed=true',
    `?from=${first}&billable=true&billed=false`,
  ),
  '/reports/rounds': at('/reports/rounds', `?from=${first}&until=${last}`),
  '/reports/revisions': at('/reports/revisions', '?project=:project', `?from=${first}&client=:client`),
  '/settings': at('/settings'),
  '/settings/region': at(
    '/settings/region',
    '?country=US',
    ...['currency', 'locale', 'timeZone'].map(name => `?all=${name}`),
  ),
  '/settings/documents': at('/settings/documents'),
  '/settings/emails': at('/settings/emails', '?template=reminder&language=de'),
  '/settings/inquiries': at('/settings/inquiries'),
  '/settings/members': at('/settings/members'),
  '/settings/keys': at('/settings/keys', '?revoked=true'),
  '/settings/assistants': at('/settings/assistants'),
  '/settings/billing': at('/settings/billing'),
  '/settings/webhooks': at('/settings/webhooks'),
  '/settings/webhooks/:endpoint': at(
    '/settings/webhooks/:endpoint',
    ...['pending', 'failed', 'missed', 'succeeded'].map(status => `?status=${status}`),
    '?event=invoice.sent',
    '?event=invoice.paid',
    `?from=${first}`,
    `?to=${last}`,
    `?from=${first}&to=${last}&status=failed`,
    '?search=harbour',
    `?search=${rare}`,
    '?search=:delivery',
    '?after=:delivery',
    '?after=:delivery&status=missed',
    '?sort=created',
    '?status=pending&sort=-next',
    '?status=succeeded&sort=settled',
  ),
  '/settings/webhooks/:endpoint/deliveries/:id': at('/settings/webhooks/:endpoint/deliveries/:delivery'),
  '/settings/audit': at(
    '/settings/audit',
    ...['zoe', 'bookkeeping', 'nobody'].map(actor => `?actor=${actor}`),
    ...['member', 'time_entry', 'delivery'].map(type => `?type=${type}`),
    '?record=:project',
    `?from=${first}`,
    `?to=${last}`,
    '?to=2020-01-01',
    `?from=${first}&to=${last}&type=time_entry`,
    '?after=:entry',
    '?sort=time',
    '?after=:entry&sort=time',
  ),
  '/settings/export': at('/settings/export'),
};

/** Those of them that find less than a page, and look at the newest 10,000 rows for it. */
export const longSearches: ReadonlySet<string> = new Set([
  '/settings/webhooks/:endpoint?event=invoice.sent',
  '/settings/webhooks/:endpoint?event=invoice.paid',
  `/settings/webhooks/:endpoint?from=${first}&to=${last}&status=failed`,
  `/settings/webhooks/:endpoint?search=${rare}`,
  '/settings/audit?actor=zoe',
  '/settings/audit?actor=nobody',
]);

/** The addresses of every read of the API, below /api/v1, by the operation's name (src/operations/catalogue.ts). */
export const readAddresses: Record<string, string[]> = {
  getWorkspace: at('/me'),
  listClients: at('/clients', `?search=${rare}`, '?page=2&per_page=10'),
  listProjects: at(
    '/projects',
    '?status=paused',
    '?stage=lead',
    '?include_archived=true',
    '?page=2&per_page=10',
  ),
  getProject: at('/projects/:project'),
  listInvoices: at(
    '/invoices',
    '?status=PAID',
    '?kind=estimate',
    '?project_id=:project',
    '?overdue=true',
    '?page=2&per_page=10',
  ),
};

/** An address with the ids of these records. */
export const filled = (address: string, records: Records): string =>
  address.replaceAll(/:([a-z]+)/g, (_, name: keyof Records) => records[name]);

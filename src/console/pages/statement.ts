import { sql } from '../../database/sql.ts';
import type { StatementDocument } from '../../documents/statementDocument.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { statementPart } from '../components/statement.ts';
import { html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { clientStatement } from '../records/statement.ts';
import { askedPeriod } from '../requests/period.ts';
import { pageNumber } from '../requests/query.ts';

interface Shown extends StatementDocument {
  clientId: string;
  clientName: string;
}

/** The statement of a client, as the client sees it. */
export const statement = page<{ statement: Shown }>({
  path: '/clients/:id/statement',
  reads: ({ params, search }) => ({
    statement: clientStatement(sql.fragment`${asUuid(params.id!)}`, askedPeriod(search)),
  }),
  view: ({ statement }, { here, search, person }) => ({
    title: 'Statement',
    crumbs: [
      ['Clients', '/clients'],
      [statement.clientName, `/clients/${statement.clientId}`],
    ],
    body: statementPart({
      ...{ statement, search, asked: askedPeriod(search), workspaceId: person.workspace_id },
      here: here.split('?')[0]!,
      heading: title => html`<h2>${title}</h2>`,
      addressOf: ({ invoiceId }) => `/invoices/${invoiceId}`,
      part: { page: pageNumber(search), here },
    }),
  }),
});

import { sql } from '../../database/sql.ts';
import type { StatementDocument } from '../../documents/statementDocument.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { card } from '../components/card.ts';
import { mailList, sendLink } from '../components/documentMail.ts';
import { statementPart } from '../components/statement.ts';
import { html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { type ClientPortal, clientPortal } from '../queries/client.ts';
import { creditNoteAddress } from '../queries/creditNote.ts';
import { clientStatement } from '../queries/statement.ts';
import { withQuery } from '../requests/paths.ts';
import { askedPeriod } from '../requests/period.ts';
import { pageNumber } from '../requests/query.ts';

interface Shown extends StatementDocument {
  clientId: string;
  clientName: string;
}

/** The statement of a client, as the client sees it. */
export const statement = page<{ statement: Shown; portal: ClientPortal }>({
  path: '/clients/:id/statement',
  reads: ({ params, search }) => ({
    statement: clientStatement(sql.fragment`${asUuid(params.id!)}`, askedPeriod(search)),
    portal: clientPortal(params.id!, 'statement'),
  }),
  view: ({ statement, portal: { mails } }, context) => {
    const { here, search, person } = context;
    const { since: from, until } = statement;
    return {
      title: 'Statement',
      actions: sendLink(
        withQuery(`/clients/${statement.clientId}/statement/send`, { from, until }),
        'statement',
        { isMain: true },
      ),
      crumbs: [
        ['Clients', '/clients'],
        [statement.clientName, `/clients/${statement.clientId}`],
      ],
      body: html`${card('Emails so far', mailList(mails, context))}${statementPart({
        ...{ statement, search, asked: askedPeriod(search), workspaceId: person.workspace_id },
        here: here.split('?')[0]!,
        heading: title => html`<h2>${title}</h2>`,
        addressOf: ({ invoiceId, creditNote }) =>
          creditNote === null ? `/invoices/${invoiceId}` : creditNoteAddress(invoiceId, creditNote),
        part: { page: pageNumber(search), here },
      })}`,
    };
  },
});

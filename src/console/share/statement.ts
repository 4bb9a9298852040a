import { sql } from '../../database/pool.ts';
import { localizerOf } from '../../documents/localizer.ts';
import type { StatementDocument } from '../../documents/statementDocument.ts';
import { statementPart } from '../components/statement.ts';
import { html } from '../html/html.ts';
import { clientStatement, statementFile } from '../records/statement.ts';
import { askedPeriod, validPeriod } from '../requests/period.ts';
import { sharePage } from './sharePage.ts';

const client = sql.fragment`admitted.record_id`;

/** The statement of a client, by the link of its portal. */
export const statementPage = sharePage<StatementDocument>({
  page: 'statement',
  reads: search => clientStatement(client, askedPeriod(search)),
  files: {
    formats: ['pdf'],
    reads: search => statementFile(client, validPeriod(search)),
  },
  view: (statement, { here, search, workspaceId }) => {
    const { messages } = localizerOf(statement.parties);
    const asked = askedPeriod(search);
    return {
      title: messages('titleFrom', {
        title: messages('statementTitle'),
        sender: statement.parties.from.name,
      }),
      status: Object.keys(asked.faults).length === 0 ? 200 : 422,
      body: html`
        <div class="head"><nav class="crumbs" aria-label="Breadcrumbs"><ol><li><a href="${here.replace('/statement/', '/portal/')}">All documents</a></li></ol></nav></div>
        ${statementPart({
          statement,
          asked,
          search,
          workspaceId,
          here,
          heading: title => html`<h1>${title}</h1>`,
          addressOf: ({ invoiceId }) => statement.invoices[invoiceId]!.link,
        })}`,
    };
  },
});

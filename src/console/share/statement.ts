import { sql } from '../../database/pool.ts';
import { type Localizer, localizerOf } from '../../documents/localizer.ts';
import type { StatementDocument } from '../../documents/statementDocument.ts';
import { refusalIn } from '../../languages/refusals.ts';
import { numberInPath } from '../../vocabulary/documents.ts';
import { statementPart } from '../components/statement.ts';
import { html } from '../html/html.ts';
import { clientStatement, statementFile } from '../queries/statement.ts';
import { type AskedPeriod, askedPeriod, validPeriod } from '../requests/period.ts';
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
  localizer: ({ parties }) => localizerOf(parties),
  view: (statement, { here, search, workspaceId, localizer }) => {
    const { messages } = localizer;
    const asked = inLanguage(askedPeriod(search), localizer);
    return {
      title: messages('titleFrom', {
        title: messages('statementTitle'),
        sender: statement.parties.from.name,
      }),
      status: Object.keys(asked.faults).length === 0 ? 200 : 422,
      body: html`
        <div class="head"><nav class="crumbs" aria-label="${messages('breadcrumbs')}"><ol><li><a href="${here.replace('/statement/', '/portal/')}">${messages('allDocuments')}</a></li></ol></nav></div>
        ${statementPart({
          statement,
          asked,
          search,
          workspaceId,
          here,
          messages,
          heading: title => html`<h1>${title}</h1>`,
          addressOf: ({ invoiceId, creditNote }) => {
            const { link } = statement.invoices[invoiceId]!;
            return link === null || creditNote === null
              ? link
              : `${link}/credit-notes/${numberInPath(creditNote)}`;
          },
        })}`,
    };
  },
});

/** A period with what is wrong with it in a language. */
const inLanguage = (asked: AskedPeriod, { language, locale, messages }: Localizer): AskedPeriod => ({
  ...asked,
  faults: Object.fromEntries(
    Object.entries(asked.faults).map(([name, rule]) => [
      name,
      refusalIn(language, locale, rule) ?? messages('refused'),
    ]),
  ),
});

import { mailActions } from '../../../actions/documentMail.ts';
import { openPortal } from '../../../actions/link.ts';
import { sql } from '../../../database/sql.ts';
import { partyMail } from '../../../documents/mailValues.ts';
import type { StatementDocument } from '../../../documents/statementDocument.ts';
import { day } from '../../../formatting/index.ts';
import { asUuid } from '../../../vocabulary/id.ts';
import { facts } from '../../components/facts.ts';
import { html } from '../../html/html.ts';
import type { Page } from '../../page/page.ts';
import { type ClientDetail, type ClientPortal, clientDetail, clientPortal } from '../../queries/client.ts';
import { clientStatement } from '../../queries/statement.ts';
import { queryOf, withQuery } from '../../requests/paths.ts';
import { askedPeriod } from '../../requests/period.ts';
import { sendPage } from './sendPage.ts';

interface Rows {
  client: { client: ClientDetail };
  portal: ClientPortal;
  statement?: StatementDocument;
}

/** The page that sends the link of a client's portal, or that of the statement, which has the portal's token. */
const clientPage = (kind: 'portal' | 'statement', openPath: string): Page =>
  sendPage<Rows>({
    path: `/clients/:id/${kind}/send`,
    mail: [mailActions[kind], `/clients/:id/${kind}/mail`],
    share: [openPortal, 'It makes the client’s portal, whose link you get with a text to send.', openPath],
    reads: ({ params, search }) => ({
      client: clientDetail(params.id!),
      portal: clientPortal(params.id!, kind),
      ...(kind === 'statement' && {
        statement: clientStatement(sql.fragment`${asUuid(params.id!)}`, askedPeriod(search)),
      }),
    }),
    sends: ({ client: { client }, portal, statement }, { person }) => {
      const page = `/clients/${client.id}`;
      const { portalPath } = portal;
      const period = statement && { from: statement.since, until: statement.until };
      return {
        crumbs: [
          ['Clients', '/clients'],
          [client.name, page],
          ...(period ? [['Statement', withQuery(`${page}/statement`, period)] as const] : []),
        ],
        template: kind,
        client,
        text: partyMail(kind, portal.parties, portal.ownTexts),
        link: portalPath?.replace('/portal/', `/${kind}/`) ?? null,
        ...(period && { query: queryOf(new URLSearchParams(period)) }),
        attached: [],
        mails: portal.mails,
        timesMailed: portal.mailVersion,
        record: { portalPath },
        summary:
          period === undefined
            ? html`<p>One page with everything you sent: what to approve, sign, answer and pay, their projects and documents, and a statement.</p>`
            : html`${facts([
                ['From', day(period.from, person.locale)],
                ['Until', day(period.until, person.locale)],
                ['To', client.name],
              ])}<p><a href="${withQuery(`${page}/statement`, period)}">See the statement as the client will</a></p>`,
      };
    },
  });

export const sendPortalPage: Page = clientPage('portal', '/clients/:id/portal/open');
export const sendStatementPage: Page = clientPage('statement', '/clients/:id/statement/open');

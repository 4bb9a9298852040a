import { sendContract, sendScope } from '../../../actions/agreement.ts';
import { mailActions } from '../../../actions/documentMail.ts';
import { partyMail } from '../../../documents/mailValues.ts';
import { amount } from '../../../formatting/index.ts';
import { projectCrumbs } from '../../components/crumbs.ts';
import { downloadLink } from '../../components/downloadLink.ts';
import { facts } from '../../components/facts.ts';
import { html } from '../../html/html.ts';
import type { Page } from '../../page/page.ts';
import { type ConsoleProject, consoleProject } from '../../queries/project.ts';
import { type ScopeDetail, scopeDetail } from '../../queries/scope.ts';
import { sendPage } from './sendPage.ts';

/** The page that sends the scope or the contract of a project. */
const agreementPage = (kind: 'scope' | 'contract'): Page =>
  sendPage<{ project: { project: ConsoleProject }; scope: ScopeDetail | null }>({
    path: `/projects/:id/${kind}/send`,
    mail: [mailActions[kind], `/projects/:id/${kind}/mail`],
    share: [
      kind === 'scope' ? sendScope : sendContract,
      'The client’s portal shows it from now on.',
      `/projects/:id/${kind}/send`,
    ],
    reads: ({ params }) => ({
      project: consoleProject(params.id!),
      scope: scopeDetail(params.id!, null, null),
    }),
    sends: ({ project: { project }, scope: detail }, { person }) => {
      const { id, name, client, signedAt } = project;
      const { version, approvedAt, priceCents, currency } = detail!.scope;
      const isScope = kind === 'scope';
      const refusal = isScope
        ? version === 0 && 'There is no scope to send yet.'
        : approvedAt === null && signedAt === null && 'The contract can be sent once the scope is approved.';
      const file = `/projects/${id}/${kind}.pdf`;
      const isIssued = (isScope ? approvedAt : signedAt) !== null;
      return {
        crumbs: projectCrumbs(project, 'scope'),
        template: kind,
        refusal,
        client,
        text: partyMail(kind, detail!.parties, detail!.ownTexts),
        link: isScope ? detail!.scopePath : detail!.contractPath,
        attached: isIssued ? [[`${kind}.pdf`, file]] : [],
        mails: detail!.mails[kind],
        timesMailed: detail!.mailVersions[kind],
        shown: isScope ? { version } : { document: (detail!.agreement ?? detail!.contract).sha256 },
        record: { ...detail!.scope, signedAt, contractSentAt: detail!.contractSentAt },
        summary: html`${facts([
          ['Project', name],
          ['To', client.name],
          ['Version', isScope ? version : null],
          ['Price', priceCents === null ? 'By the hour' : amount(priceCents, currency, person.locale)],
        ])}<p>${downloadLink(file)}</p>`,
      };
    },
  });

export const sendScopePage: Page = agreementPage('scope');
export const sendContractPage: Page = agreementPage('contract');

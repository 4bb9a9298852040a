import { Failure } from '../../errors/failure.ts';
import { amount, dateOf, day, shortDate } from '../../formatting/index.ts';
import { logoPath } from '../components/logo.ts';
import { pagination } from '../components/pagination.ts';
import { table } from '../components/table.ts';
import { type Html, html } from '../html/html.ts';
import {
  maxProjects,
  maxWaiting,
  type Portal,
  type PortalDocument,
  type PortalProject,
  portalOf,
  type WaitingItem,
} from '../records/portal.ts';
import { PageError } from '../requests/pageError.ts';
import { pageNumber } from '../requests/query.ts';
import { type SharePageContext, sharePage } from './sharePage.ts';

/** Everything that members sent to a client: what waits for the client, projects and documents. */
export const portalPage = sharePage<Portal>({
  page: 'portal',
  reads: search => portalOf(pageOf(search)),
  view: (portal, context) => {
    const { sender, logo, client } = portal;
    return {
      title: `${client}: documents from ${sender}`,
      body: html`
        <div class="head">
          <div><h1>${sender}</h1><p class="quiet-text">For ${client}</p></div>
          ${logo === null ? null : html`<div class="actions"><img class="logo" src="${logoPath(context.workspaceId, logo)}" alt=""></div>`}
        </div>
        <section><h2>Waiting for you</h2>${waitingList(portal)}</section>
        ${portal.projects.length === 0 ? null : html`<section><h2>Projects</h2>${projectList(portal)}</section>`}
        <section><h2 id="documents">Documents</h2>${documentList(portal, context)}</section>
        <section><h2>Your account</h2>
          <p>All invoices and payments, with the balance.</p>
          <p class="actions">${statementLink(context)}</p></section>`,
    };
  },
});

/** The page of the documents that the address asks for. */
function pageOf(search: URLSearchParams): number {
  try {
    return pageNumber(new URLSearchParams([['page', search.get('page') ?? '']]));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new PageError(400, 'There is no such page', 'Part of the address may be wrong.');
  }
}

const statementLink = ({ here }: SharePageContext) =>
  html`<a class="button quiet" href="${here.replace('/portal/', '/statement/')}">Open statement</a>`;

/** The request to the client, and the words for the document. */
const asks: Record<WaitingItem['kind'], string> = {
  scope: 'Approve the scope of',
  contract: 'Sign the contract for',
  estimate: 'Answer estimate',
  change_order: 'Approve the change order',
  invoice: 'Pay invoice',
};

function waitingList({ waiting, waitingCount, locale, countries }: Portal): Html {
  if (waiting.length === 0) return html`<p class="empty">Nothing is waiting for you.</p>`;
  return html`
    <ul class="list">${waiting.map(item => {
      const { kind, project, title, number, path } = item;
      const name = number ?? title;
      return html`
      <li><div><a href="${path}">${asks[kind]} ${name ?? project}</a>${name === null ? null : html`<div class="hint">${project}</div>`}</div>
        <span class="when">${bold(amountOf(item, { locale, countries }))}${dueOf(item, locale)}</span></li>`;
    })}</ul>
    <p class="hint">Amounts include any tax.</p>
    ${waitingCount > waiting.length ? html`<p class="hint">These are the first ${maxWaiting} of ${waitingCount}.</p>` : null}`;
}

const amountOf = (
  { cents, currency }: { cents: number | null; currency: string | null },
  { locale, countries }: Pick<Portal, 'locale' | 'countries'>,
) => (cents === null || currency === null ? null : amount(cents, currency, locale, 0, countries));

const bold = (text: string | null): Html | null => (text === null ? null : html`<b>${text}</b>`);

/** The total of a document; if a part of it was paid, also what was paid and what is due. */
function amountsOf(one: PortalDocument, writing: Pick<Portal, 'locale' | 'countries'>): Html | string {
  const total = amountOf(one, writing) ?? '';
  if (one.cents === null || one.paidCents === 0) return total;
  const money = (cents: number) => amountOf({ cents, currency: one.currency }, writing);
  return html`${total}<br><span class="sub">${money(one.paidCents)} paid, ${money(one.cents - one.paidCents)} due</span>`;
}

/** When it is due, or until when it is valid. */
function dueOf({ kind, day: date, isOverdue }: WaitingItem, locale: string): Html | null {
  if (date === null) return null;
  const words = kind === 'invoice' ? 'due' : 'valid until';
  return html`, ${words} ${day(date, locale)}${isOverdue ? html` <span class="pill bad">Overdue</span>` : null}`;
}

/** The stages in the client's words. */
const stages: Record<PortalProject['stage'], string> = {
  lead: 'In discussion',
  scoping: 'Agreeing on the scope',
  active: 'In progress',
  delivered: 'Delivered',
  paid: 'Delivered and paid',
  completed: 'Completed',
};

const stageOf = ({ stage, status }: PortalProject): string =>
  status === 'paused' ? 'Paused' : status === 'completed' ? 'Completed' : stages[stage];

const scopeWords: Record<NonNullable<PortalProject['scope']>, string> = {
  approved: 'The scope is approved.',
  waiting: 'The scope is waiting for your approval.',
  updating: 'An update of the scope is being prepared.',
};
const contractWords: Record<NonNullable<PortalProject['contract']>, string> = {
  signed: 'The contract is signed.',
  waiting: 'The contract is waiting for your signature.',
};

function projectList({ projects, projectCount }: Portal): Html {
  return html`
    <ul class="list">${projects.map(project => {
      const { name, scope, contract } = project;
      const words = [scope && scopeWords[scope], contract && contractWords[contract]].filter(
        one => one !== null,
      );
      return html`
      <li><div><b>${name}</b>${words.length === 0 ? null : html`<div class="hint">${words.join(' ')}</div>`}</div>
        <span class="pill">${stageOf(project)}</span></li>`;
    })}</ul>
    ${projectCount > projects.length ? html`<p class="hint">These are the newest ${maxProjects} of ${projectCount}.</p>` : null}`;
}

function documentList(
  { documents: { data, page }, locale, timeZone, countries }: Portal,
  { here }: SharePageContext,
): Html {
  if (data.length === 0) return html`<p class="empty">No documents yet.</p>`;
  return html`
    ${table(
      'Documents',
      ['Document', 'Project', 'Date', ['Amount with tax', 'number'], 'Status', 'File'],
      data.map(one => [
        one.path === null ? titleOf(one) : html`<a href="${one.path}">${titleOf(one)}</a>`,
        one.project,
        shortDate(dateOf(one.at, timeZone), locale),
        amountsOf(one, { locale, countries }),
        statusOf(one),
        one.path === null
          ? ''
          : html`<a href="${one.path}.pdf" aria-label="PDF of ${titleOf(one)}, ${one.project}">PDF</a>`,
      ]),
    )}
    ${pagination(page, `${here}#documents`)}`;
}

function titleOf({ kind, name }: PortalDocument): string {
  switch (kind) {
    case 'scope':
      return 'Scope';
    case 'contract':
      return 'Contract';
    case 'change_order':
      return name === null ? 'Change order' : `Change order: ${name}`;
    default:
      return `${kind === 'invoice' ? 'Invoice' : 'Estimate'} ${name}`;
  }
}

function statusOf({ kind, status, answer, isOverdue }: PortalDocument): Html {
  const pill = (words: string, look = '') => html`<span class="pill${look}">${words}</span>`;
  if (kind === 'contract') return pill('Signed', ' good');
  if (status === null) return pill('Approved', ' good');
  if (status === 'VOID') return pill('Void');
  if (kind === 'invoice')
    return status === 'PAID' ? pill('Paid', ' good') : isOverdue ? pill('Overdue', ' bad') : pill('Open');
  if (answer === null) return pill('Sent');
  return answer === 'accepted' ? pill('Accepted', ' good') : pill('Declined');
}

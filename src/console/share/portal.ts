import { type Localizer, localizerOf } from '../../documents/localizer.ts';
import { dateOf, shortDate } from '../../formatting/index.ts';
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
} from '../queries/portal.ts';
import { pageOf, type SharePageContext, sharePage } from './sharePage.ts';

/** Everything that members sent to a client: what waits for the client, projects and documents. */
export const portalPage = sharePage<Portal>({
  page: 'portal',
  reads: search => portalOf(pageOf(search)),
  localizer: localizerOf,
  view: (portal, context) => {
    const { sender, logo, client } = portal;
    const { messages } = context.localizer;
    return {
      title: messages('portalTitle', { client, sender }),
      body: html`
        <div class="head">
          <div><h1>${sender}</h1><p class="quiet-text">${messages('portalFor', { client })}</p></div>
          ${logo === null ? null : html`<div class="actions"><img class="logo" src="${logoPath(context.workspaceId, logo)}" alt=""></div>`}
        </div>
        <section><h2>${messages('waiting')}</h2>${waitingList(portal, context.localizer)}</section>
        ${portal.projects.length === 0 ? null : html`<section><h2>${messages('projects')}</h2>${projectList(portal, context.localizer)}</section>`}
        <section><h2 id="documents">${messages('documents')}</h2>${documentList(portal, context)}</section>
        <section><h2>${messages('yourAccount')}</h2>
          <p>${messages('accountText')}</p>
          <p class="actions">${statementLink(context)}</p></section>`,
    };
  },
});

const statementLink = ({ here, localizer }: SharePageContext) =>
  html`<a class="button quiet" href="${here.replace('/portal/', '/statement/')}">${localizer.messages('openStatement')}</a>`;

/** What the client is asked to do, each with a link. */
function waitingList({ waiting, waitingCount }: Portal, localizer: Localizer): Html {
  const { messages } = localizer;
  if (waiting.length === 0) return html`<p class="empty">${messages('nothingWaiting')}</p>`;
  return html`
    <ul class="list">${waiting.map(item => {
      const { kind, project, title, number, path } = item;
      const name = number ?? title;
      const details = [bold(amountOf(item, localizer)), dueOf(item, localizer)].filter(part => part !== null);
      return html`
      <li><div><a href="${path}">${messages('asked', { kind, name: name ?? project })}</a>${name === null ? null : html`<div class="hint">${project}</div>`}</div>
        <span class="when">${details.map((part, at) => (at === 0 ? part : html`, ${part}`))}</span></li>`;
    })}</ul>
    <p class="hint">${messages('withAnyTax')}</p>
    ${waitingCount > waiting.length ? html`<p class="hint">${messages('firstOfAll', { shown: maxWaiting, count: waitingCount })}</p>` : null}`;
}

const amountOf = (
  { cents, currency }: { cents: number | null; currency: string | null },
  { money }: Localizer,
) => (cents === null || currency === null ? null : money(cents, currency));

const bold = (text: string | null): Html | null => (text === null ? null : html`<b>${text}</b>`);

/** The total of a document; if a part of it was paid or credited, also what was paid and what is due. */
function amountsOf(one: PortalDocument, localizer: Localizer): Html | string {
  const total = amountOf(one, localizer) ?? '';
  if (one.dueCents === null) return total;
  const money = (cents: number) => amountOf({ cents, currency: one.currency }, localizer) ?? '';
  const sums = { paid: money(one.paidCents), due: money(one.dueCents) };
  const { messages } = localizer;
  const text = one.paidCents > 0 ? messages('paidAndDue', sums) : `${messages('amountDue')}: ${sums.due}`;
  return html`${total}<br><span class="sub">${text}</span>`;
}

/** When it is due, or until when it is valid. */
function dueOf({ kind, day: date, isOverdue }: WaitingItem, { messages, day }: Localizer): Html | null {
  if (date === null) return null;
  const overdue = isOverdue ? html` <span class="pill bad">${messages('overdue')}</span>` : null;
  return html`${messages('waitingUntil', { kind, date: day(date) })}${overdue}`;
}

/** The state of a project in the client's words. */
const stateOf = ({ stage, status }: PortalProject): string =>
  status === 'paused' || status === 'completed' ? status : stage;

function projectList({ projects, projectCount }: Portal, { messages }: Localizer): Html {
  return html`
    <ul class="list">${projects.map(project => {
      const { name, scope, contract } = project;
      const words = [
        scope && messages('scopeState', { state: scope }),
        contract && messages('contractState', { state: contract }),
      ].filter(one => one !== null);
      return html`
      <li><div><b>${name}</b>${words.length === 0 ? null : html`<div class="hint">${words.join(' ')}</div>`}</div>
        <span class="pill">${messages('projectState', { state: stateOf(project) })}</span></li>`;
    })}</ul>
    ${projectCount > projects.length ? html`<p class="hint">${messages('newestOfAll', { shown: maxProjects, count: projectCount })}</p>` : null}`;
}

function documentList(
  { documents: { data, page }, timeZone }: Portal,
  { here, localizer }: SharePageContext,
): Html {
  const { messages, locale } = localizer;
  if (data.length === 0) return html`<p class="empty">${messages('noDocuments')}</p>`;
  const titleOf = ({ kind, name }: PortalDocument) =>
    messages('documentName', { kind, name: name ?? '', isNamed: String(name !== null) });
  return html`
    ${table(
      messages('documents'),
      [
        ...[messages('document'), messages('project'), messages('date')],
        [messages('amountWithTax'), 'number'],
        ...[messages('status'), messages('file')],
      ],
      data.map(one => {
        const title = titleOf(one);
        return [
          one.path === null ? title : html`<a href="${one.path}">${title}</a>`,
          one.project,
          shortDate(one.day ?? dateOf(one.at, timeZone), locale),
          amountsOf(one, localizer),
          statusOf(one, localizer),
          one.path === null
            ? ''
            : html`<a href="${one.path}.pdf" aria-label="${messages('pdfOf', { title, project: one.project })}">PDF</a>`,
        ];
      }),
    )}
    ${pagination(page, here, { messages, listId: 'documents' })}`;
}

function statusOf({ kind, status, answer, isOverdue }: PortalDocument, { messages }: Localizer): Html {
  const pill = (state: string, look = '') =>
    html`<span class="pill${look}">${messages('documentState', { state, kind })}</span>`;
  if (kind === 'contract') return pill('signed', ' good');
  if (status === null) return pill('approved', ' good');
  if (status === 'VOID') return pill('void');
  if (kind === 'invoice')
    return status === 'PAID' ? pill('paid', ' good') : isOverdue ? pill('overdue', ' bad') : pill('open');
  if (answer === null) return pill('sent');
  return answer === 'accepted' ? pill('accepted', ' good') : pill('declined');
}

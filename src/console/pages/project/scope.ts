import { sql } from '../../../database/sql.ts';
import {
  agreedPrice,
  type ContractDocument,
  contractView,
  partFacts,
} from '../../../documents/agreementView.ts';
import { localizerIn } from '../../../documents/localizer.ts';
import { amount, counted, moment } from '../../../formatting/index.ts';
import { changeOrderPill } from '../../components/changeOrder.ts';
import { approvalLine, evidence } from '../../components/consent.ts';
import { contract } from '../../components/contract.ts';
import { asksFor, disclosure } from '../../components/disclosure.ts';
import { mailList, sendLink, undeliveredPill } from '../../components/documentMail.ts';
import { downloadLink } from '../../components/downloadLink.ts';
import { facts } from '../../components/facts.ts';
import { pagination } from '../../components/pagination.ts';
import { provenance } from '../../components/provenance.ts';
import { scopeDiff } from '../../components/scopeDiff.ts';
import { shareLink } from '../../components/shareLink.ts';
import { form, formOfMany } from '../../forms/form.ts';
import { type Html, html } from '../../html/html.ts';
import { recorderName } from '../../html/personName.ts';
import type { ChangeOrder } from '../../queries/changeOrder.ts';
import type { ConsoleProject } from '../../queries/project.ts';
import {
  type Agreement,
  type ChangeRequest,
  projectsWithoutScope,
  type ScopeDetail,
  type ScopeVersion,
  scopeDetail,
} from '../../queries/scope.ts';
import type { ProjectChoice } from '../../queries/search.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { pageNumber } from '../../requests/query.ts';
import { planForm } from '../paymentPlan.ts';
import {
  addChangeOrder,
  approve,
  draft,
  duplicate,
  plan,
  propose,
  renewals,
  resolve,
  scopePosts,
  sign,
} from './scopePosts.ts';
import { tab } from './tab.ts';

/** The number of a version from the address; null if it isn't one. */
const parseVersion = (text: string | null) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null);

/** The scope: its versions with authors and differences, approval, contract and change orders. */
export const scope = tab<{ scope: ScopeDetail | null; others: { projects: ProjectChoice[] } }>({
  name: 'scope',
  label: 'Scope',
  reads: ({ params, search }) => ({
    scope: scopeDetail(
      params.id!,
      parseVersion(search.get('from')),
      parseVersion(search.get('to')),
      pageNumber(search, 'orders'),
    ),
    others: asksFor(search, duplicate.path)
      ? projectsWithoutScope
      : sql.fragment`select '[]'::json as projects`,
  }),
  view: (project, { scope, others: { projects } }, context) =>
    scope === null
      ? html`${emptyState}${form(context, draft)}`
      : html`
        <div class="columns">
          <div>
            ${requests(scope, context)}
            <section>${current(scope, context)}${drafting(project, scope, context)}${duplicating(scope, projects, context)}</section>
          </div>
          <div>
            <section>${links(project, scope, context)}</section>
            <section>${agreement(project, scope, context)}${changeOrders(project, scope, context)}</section>
          </div>
        </div>
        ${history(scope, context)}`,
  posts: scopePosts,
});

const emptyState = html`
  <p class="empty">No scope yet. Draft it below.</p>`;

const taxOf = (document: ContractDocument) => ({ ...document, country: document.provider.country });

function current(
  { scope, versions, contract: { document } }: ScopeDetail,
  { person, params }: PageContext,
): Html {
  const newest = versions.find(({ version }) => version === scope.version);
  const { approvedAt, approvedBy, recordedBy, declaration } = scope;
  if (scope.version === 0) return html`<h2>Scope</h2>${emptyState}`;
  const english = localizerIn('en', person.locale);
  return html`
    <h2>Version ${scope.version}</h2>
    <p>${newest === undefined ? null : drafted(newest, person)}${approvedAt === null ? html` <span class="pill">Not approved</span>` : null}</p>
    ${approvedAt === null ? null : html`<p class="signed">${approvalLine({ by: approvedBy, recordedBy }, person)}, ${moment(approvedAt, person.locale, person.time_zone)}</p>${evidence({ declaration }, person)}`}
    <ul>${scope.deliverables.map(deliverable => html`<li>${deliverable}</li>`)}</ul>
    ${facts([
      [
        'Price',
        scope.priceCents === null
          ? 'By the hour'
          : agreedPrice(scope.priceCents, scope.currency, taxOf(document), english),
      ],
      ...partFacts(scope.paymentParts, scope.currency, taxOf(document), english).map(
        ({ name, value }) => [name, value] as [string, string],
      ),
      ['Revision rounds', scope.revisionRounds],
      ['Timeline', scope.timeline],
    ])}
    <p>${downloadLink(`/projects/${params.id}/scope.pdf`, 'Download scope PDF')}</p>`;
}

const drafted = ({ draftedVia, draftedBy, draftedAt }: ScopeVersion, person: PageContext['person']) =>
  provenance('Drafted', { via: draftedVia, by: draftedBy, at: draftedAt }, person);

function drafting(project: ConsoleProject, { scope }: ScopeDetail, context: PageContext): Html {
  const { client, signedAt } = project;
  const isFixed = scope.approvedAt !== null || signedAt !== null;
  return html`
    ${form(context, approve, {
      record: scope,
      quiet: true,
      values: { by: client.contactName ?? client.name, version: scope.version },
    })}
    ${
      isFixed
        ? null
        : disclosure(context, scope.version === 0 ? 'Draft scope' : 'Edit scope', draft, {
            values: { ...scope, hourlyRateCents: project.hourlyRateCents },
            currency: scope.currency,
            quiet: scope.version > 0,
          })
    }
    ${planForm(context, plan, isFixed ? null : scope.paymentPlan, scope.paymentParts, { record: scope, currency: scope.currency, values: { version: scope.version } })}`;
}

/** The form that drafts the scope of another project with the content of this one. */
const duplicating = (
  { scope }: ScopeDetail,
  projects: readonly ProjectChoice[],
  context: PageContext,
): Html | null =>
  disclosure(context, duplicate.button, duplicate, {
    record: scope,
    isLong: true,
    options: { to: projects.map(({ id, name, client }) => [id, `${name} (${client})`]) },
    before: projects.length === 0 ? html`<p class="empty">Every active project has a scope.</p>` : null,
  });

function agreement(project: ConsoleProject, scope: ScopeDetail, context: PageContext): Html {
  if (scope.agreement !== null) return html`<h2>Agreement</h2>${signed(scope.agreement, context)}`;
  const { document, sha256 } = scope.contract;
  const { client } = project;
  return html`
    <h2>Agreement</h2>
    <p class="empty">The contract is not signed yet.${scope.scope.approvedAt === null ? ' It can be signed once the scope is approved.' : null}</p>
    <details><summary>Current contract</summary>${contractPart(document, context)}</details>
    ${scope.scope.version === 0 ? null : contractLink(context)}
    ${form(context, sign, {
      record: scope.scope,
      quiet: true,
      values: { by: client.contactName ?? client.name, document: sha256 },
    })}`;
}

const contractLink = ({ params }: PageContext): Html =>
  html`<p>${downloadLink(`/projects/${params.id}/contract.pdf`, 'Download contract PDF')}</p>`;

/** The contract's text; the page says beside it who signed. */
const contractPart = (document: ContractDocument, { person: { locale, time_zone } }: PageContext): Html => {
  const unsigned = { sha256: '', signedAt: null, signedBy: null, recordedBy: null };
  return contract(contractView({ document, ...unsigned, locale, timeZone: time_zone }));
};

function signed(agreement: Agreement, context: PageContext): Html {
  const { person } = context;
  const { document, sha256, declaration } = agreement;
  return html`
    ${facts([
      ['Signed', moment(agreement.signedAt, person.locale, person.time_zone)],
      [agreement.recordedBy === null ? 'Signed by' : 'Signed for', agreement.signedBy],
      ['Recorded by', agreement.recordedBy && recorderName(agreement.recordedBy, person)],
    ])}
    ${evidence({ declaration, sha256, from: agreement.signedFrom, browser: agreement.signedWith }, person)}
    <details><summary>Signed contract</summary>${contractPart(document, context)}</details>
    ${contractLink(context)}`;
}

function changeOrders(
  project: ConsoleProject,
  { scope, changeOrders, approvedOrders, agreement }: ScopeDetail,
  context: PageContext,
): Html {
  const isAgreed = scope.approvedAt !== null || agreement !== null;
  const { currency } = project;
  return html`
    <h2 id="change-orders">Change orders</h2>
    ${changeOrders.data.map(one => changeOrder(one, project.id, context))}
    ${
      changeOrders.page.total > 0
        ? pagination(changeOrders.page, context.here, { name: 'orders', listId: 'change-orders' })
        : html`<p class="empty">${isAgreed ? 'No change orders yet. Draft one to send to the client, or record what the client agreed to.' : 'You can add to the work here once the scope is approved or the contract is signed.'}</p>`
    }
    ${
      isAgreed
        ? html`${disclosure(context, 'Draft change order', propose, { currency })}${recording(currency, approvedOrders, context)}`
        : null
    }`;
}

/** The form that records a change order which the client agreed to elsewhere. */
function recording(currency: string, version: number, context: PageContext): Html | null {
  const { irreversible = null, ...post } = addChangeOrder;
  return disclosure(context, post.button, post, {
    values: { currency, version },
    currency,
    isLong: true,
    before: html`<p>${irreversible}</p>`,
  });
}

/** A change order with its words, state and price, and who approved and recorded it. */
function changeOrder(one: ChangeOrder, project: string, { person }: PageContext): Html {
  const { proposalId, title, description, amountCents, currency, rounds } = one;
  const { locale, time_zone } = person;
  const name = title ?? 'Change order';
  const price = amount(amountCents, currency, locale);
  const ended =
    one.approvedAt !== null
      ? html`${approvalLine({ by: one.approvedBy, recordedBy: one.recordedBy }, person)}, ${moment(one.approvedAt, locale, time_zone)}`
      : one.declinedAt !== null
        ? html`Declined by ${one.declinedBy}, ${moment(one.declinedAt, locale, time_zone)}`
        : null;
  return html`
    <article class="entry">
      <h3>${proposalId === null ? name : html`<a href="/projects/${project}/change-orders/${proposalId}">${name}</a>`} ${changeOrderPill(one)}${one.isUndelivered ? html` ${undeliveredPill}` : null}</h3>
      <p>${price}${rounds === 0 ? null : `, ${counted(rounds, 'revision round', locale)}`}</p>
      ${ended === null ? null : html`<p class="quiet-text">${ended}</p>`}
      ${description === null ? null : html`<p class="text">${description}</p>`}
      ${one.declineReason === null ? null : html`<p class="text">“${one.declineReason}”</p>`}
    </article>`;
}

/** Clients' requests for changes, the open ones first; null if there are none. */
function requests({ requests }: ScopeDetail, context: PageContext): Html | null {
  if (requests.length === 0) return null;
  return html`<section><h2>Requested changes</h2>${formOfMany(html`${requests.map(one => changeRequest(one, context))}`)}</section>`;
}

function changeRequest(one: ChangeRequest, context: PageContext): Html {
  const { locale, time_zone } = context.person;
  const { id, version, by, text, at, from, resolvedAt, resolvedBy } = one;
  return html`
    <article class="entry">
      <p class="quiet-text"><b>${by}</b>, ${moment(at, locale, time_zone)}, on version ${version}${from === null ? null : html`, from ${from}`}</p>
      <p class="text">${text}</p>
      ${
        resolvedAt === null
          ? form(context, resolve, {
              params: { ...context.params, request: id },
              recordName: `the request by ${by}`,
            })
          : html`<p class="quiet-text">Marked as done by ${resolvedBy}, ${moment(resolvedAt, locale, time_zone)}</p>`
      }
    </article>`;
}

/** The documents shared with the client. */
type Kind = 'scope' | 'contract';

const verbs: Record<Kind, string> = { scope: 'approve', contract: 'sign' };

/** The links of the scope and the contract, whether the client's portal shows them, and the emails with them. */
function links({ id, signedAt }: ConsoleProject, detail: ScopeDetail, context: PageContext): Html {
  const { scope, linkVersions, mails, contractSentAt, scopePath, contractPath } = detail;
  const paths = { scope: scopePath, contract: contractPath };
  const sentAt = { scope: scope.sentAt, contract: contractSentAt };
  const isSent = { scope: scope.sentVersion === scope.version, contract: contractSentAt !== null };
  const isReady = { scope: scope.version > 0, contract: scope.approvedAt !== null || signedAt !== null };
  const link = (kind: Kind): Html =>
    html`${shareLink(context, {
      label: `Link to ${verbs[kind]} the ${kind}`,
      path: paths[kind],
      version: linkVersions[kind],
      renew: renewals[kind],
      ...(isReady[kind] && {
        send: sendLink(`/projects/${id}/${kind}/send`, kind, { isAgain: isSent[kind] }),
      }),
    })}
    ${sentAt[kind] && sentLine(kind, scope, sentAt[kind], context)}${mailList(mails[kind], context)}`;
  return html`
    <h2>Share with the client</h2>
    <p class="hint">The client’s portal shows a scope or contract once you send it.</p>
    ${link('scope')}
    ${link('contract')}`;
}

function sentLine(
  kind: Kind,
  { version, sentVersion, approvedAt }: ScopeDetail['scope'],
  sentAt: string,
  { person }: PageContext,
): Html {
  const when = moment(sentAt, person.locale, person.time_zone);
  if (kind === 'contract') return html`<p class="hint">Contract sent on ${when}.</p>`;
  const isOld = sentVersion !== version && approvedAt === null;
  return html`<p class="hint">Version ${sentVersion} was sent on ${when}.${isOld ? ` The client’s portal doesn’t show version ${version} until you send it.` : null}</p>`;
}

function history(
  { scope, versions, compared, contract: { document } }: ScopeDetail,
  context: PageContext,
): Html | null {
  if (versions.length < 2) return null;
  const [before, after] = compared;
  return html`
    <section><h2 id="versions">Versions</h2>
      <ul class="list">${versions.map(one => html`<li><span>Version ${one.version}</span><span class="when">${drafted(one, context.person)}</span></li>`)}</ul>
      <form method="get" action="/projects/${context.params.id!}#versions" class="filters">
        <input type="hidden" name="tab" value="scope">
        ${versionField('from', 'From version', scope.version, before?.version)}
        ${versionField('to', 'To version', scope.version, after?.version)}
        <p><button class="quiet">Compare</button></p>
      </form>
      ${
        before && after
          ? html`<h3>Changes from version ${before.version} to version ${after.version}</h3>${scopeDiff(before, after, taxOf(document), localizerIn('en', context.person.locale))}`
          : html`<p class="empty">Choose two different versions.</p>`
      }
    </section>`;
}

/** A number field and not a select, whose options would grow with every draft. */
const versionField = (name: string, label: string, newest: number, chosen: number | undefined) => html`
  <p class="field"><label for="${name}">${label}</label>
    <input id="${name}" type="number" name="${name}" min="1" max="${newest}" required value="${chosen ?? ''}"></p>`;

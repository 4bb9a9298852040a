import { amount, moment } from '../../../formatting/index.ts';
import { form } from '../../forms/form.ts';
import { type Html, html } from '../../html/html.ts';
import { contract } from '../../parts/contract.ts';
import { disclosure } from '../../parts/disclosure.ts';
import { facts } from '../../parts/facts.ts';
import { provenance } from '../../parts/provenance.ts';
import { recorderName, settled } from '../../parts/recorded.ts';
import { scopeDiff } from '../../parts/scopeDiff.ts';
import { shareLink } from '../../parts/shareLink.ts';
import { table } from '../../parts/table.ts';
import type { ProjectInConsole } from '../../records/project.ts';
import {
  type Agreement,
  type ChangeOrder,
  type ScopeInFull,
  type ScopeVersion,
  scopeInFull,
} from '../../records/scope.ts';
import type { Visit } from '../../sessions/visit.ts';
import { addChangeOrder, approve, draft, renewContract, renewScope, scopePosts, sign } from './scopePosts.ts';
import { tab } from './tab.ts';

/** The number of a version in the address; null where it is none. */
const versionAsked = (text: string | null) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null);

/** What is agreed to be made: drafts, by whom they are and how they differ, and what the client settled. */
export const scope = tab<{ scope: ScopeInFull | null }>({
  name: 'scope',
  label: 'Scope',
  reads: ({ params, search }) => ({
    scope: scopeInFull(params.id!, versionAsked(search.get('from')), versionAsked(search.get('to'))),
  }),
  view: (project, { scope }, visit) =>
    scope === null
      ? html`${nothing}${form(visit, draft)}`
      : html`
        <div class="columns">
          <section>${current(scope, visit)}${drafting(project, scope, visit)}</section>
          <section>${agreement(project, scope, visit)}${changeOrders(project, scope, visit)}
            ${links(project, scope, visit)}</section>
        </div>
        ${history(scope, visit)}`,
  posts: scopePosts,
});

const nothing = html`
  <p class="empty">No scope yet. Draft it below.</p>`;

function current({ scope, versions }: ScopeInFull, { person }: Visit): Html {
  const newest = versions.find(({ version }) => version === scope.version);
  const { approvedAt, approvedBy, recordedBy } = scope;
  if (scope.version === 0) return html`<h2>Scope</h2>${nothing}`;
  return html`
    <h2>Version ${scope.version}</h2>
    <p>${newest === undefined ? null : drafted(newest, person)}${approvedAt === null ? html` <span class="pill">Not approved</span>` : null}</p>
    ${approvedAt === null ? null : html`<p class="signed">${settled('Approved', { by: approvedBy, recordedBy })}, ${moment(approvedAt, person.locale, person.time_zone)}</p>`}
    <ul>${scope.deliverables.map(deliverable => html`<li>${deliverable}</li>`)}</ul>
    ${facts([
      [
        'Price',
        scope.priceCents === null ? 'By the hour' : amount(scope.priceCents, scope.currency, person.locale),
      ],
      ['Revision rounds', scope.revisionRounds],
      ['Timeline', scope.timeline],
    ])}`;
}

const drafted = ({ draftedVia, draftedBy, draftedAt }: ScopeVersion, person: Visit['person']) =>
  provenance('Drafted', { via: draftedVia, by: draftedBy, at: draftedAt }, person);

function drafting(project: ProjectInConsole, { scope }: ScopeInFull, visit: Visit): Html {
  const { client, signedAt } = project;
  const isFixed = scope.approvedAt !== null || signedAt !== null;
  return html`
    ${form(visit, approve, {
      record: scope,
      values: { by: client.contactName ?? client.name, version: scope.version },
    })}
    ${
      isFixed
        ? null
        : disclosure(visit, scope.version === 0 ? 'Draft scope' : 'Edit scope', draft, {
            values: { ...scope, hourlyRateCents: project.hourlyRateCents },
            currency: scope.currency,
          })
    }`;
}

function agreement(project: ProjectInConsole, scope: ScopeInFull, visit: Visit): Html {
  const { locale } = visit.person;
  if (scope.agreement !== null) return html`<h2>Agreement</h2>${signed(scope.agreement, visit)}`;
  const { document, sha256 } = scope.contract;
  const { client } = project;
  return html`
    <h2>Agreement</h2>
    <p class="empty">The contract is not signed yet.${scope.scope.approvedAt === null ? ' It can be signed once the scope is approved.' : null}</p>
    <details><summary>Current contract</summary>${contract(document, locale)}</details>
    ${form(visit, sign, {
      record: scope.scope,
      values: { by: client.contactName ?? client.name, document: sha256 },
    })}`;
}

function signed(agreement: Agreement, { person }: Visit): Html {
  const { document, sha256 } = agreement;
  return html`
    ${facts([
      ['Signed', moment(agreement.signedAt, person.locale, person.time_zone)],
      [agreement.recordedBy === null ? 'Signed by' : 'Signed for', agreement.signedBy],
      ['Recorded by', agreement.recordedBy && recorderName(agreement.recordedBy)],
      ['Network address', agreement.signedFrom],
      ['Browser', agreement.signedWith],
      ['SHA-256', html`<code>${sha256}</code>`],
    ])}
    <details><summary>Signed contract</summary>${contract(document, person.locale)}</details>`;
}

function changeOrders(
  project: ProjectInConsole,
  { scope, changeOrders, agreement }: ScopeInFull,
  visit: Visit,
): Html {
  const isAgreed = scope.approvedAt !== null || agreement !== null;
  return html`
    <h2>Change orders</h2>
    ${
      changeOrders.length > 0
        ? orders(changeOrders, visit)
        : html`<p class="empty">${isAgreed ? 'No change orders yet. Record additions to the agreed work here.' : 'You can record additions to the work here once the scope is approved or the contract is signed.'}</p>`
    }
    ${isAgreed ? form(visit, addChangeOrder, { values: { currency: project.currency }, currency: project.currency }) : null}`;
}

const orders = (all: ChangeOrder[], { person: { locale, time_zone } }: Visit) =>
  table(
    'Change orders',
    ['Approved', ['Amount', 'number'], ['Rounds', 'number'], 'Recorded by'],
    all.map(({ approvedAt, amountCents, currency, rounds, recordedBy }) => [
      moment(approvedAt, locale, time_zone),
      amount(amountCents, currency, locale),
      rounds,
      recordedBy === null ? '' : recorderName(recordedBy),
    ]),
  );

function links(
  { name, client }: ProjectInConsole,
  { scopePath, contractPath }: ScopeInFull,
  visit: Visit,
): Html {
  const from = visit.person.workspace_name;
  return html`
    <h2>Share links</h2>
    ${shareLink(visit, {
      label: 'Link to approve the scope',
      path: scopePath,
      renew: renewScope,
      mail: {
        to: client.email,
        subject: `Scope of ${name}`,
        says: `Hello ${client.name},\n\nPlease review and approve the scope of ${name}.\n\n${from}`,
      },
    })}
    ${shareLink(visit, {
      label: 'Link to sign the contract',
      path: contractPath,
      renew: renewContract,
      mail: {
        to: client.email,
        subject: `Contract for ${name}`,
        says: `Hello ${client.name},\n\nPlease review and sign the contract for ${name}.\n\n${from}`,
      },
    })}`;
}

function history({ scope, versions, compared }: ScopeInFull, visit: Visit): Html | null {
  if (versions.length < 2) return null;
  const [before, after] = compared;
  return html`
    <section><h2 id="versions">Versions</h2>
      <ul class="list">${versions.map(one => html`<li><span>Version ${one.version}</span><span class="when">${drafted(one, visit.person)}</span></li>`)}</ul>
      <form method="get" action="/projects/${visit.params.id!}#versions" class="filters">
        <input type="hidden" name="tab" value="scope">
        ${choice('from', 'From version', scope.version, before?.version)}
        ${choice('to', 'To version', scope.version, after?.version)}
        <p><button class="quiet">Compare</button></p>
      </form>
      ${
        before && after
          ? html`<h3>Changes from version ${before.version} to version ${after.version}</h3>${scopeDiff(before, after, visit.person.locale)}`
          : html`<p class="empty">Choose two different versions.</p>`
      }
    </section>`;
}

/** A number and no list to choose from, which would be longer with every draft. */
const choice = (name: string, label: string, newest: number, chosen: number | undefined) => html`
  <p><label for="${name}">${label}</label>
    <input id="${name}" type="number" name="${name}" min="1" max="${newest}" required value="${chosen ?? ''}"></p>`;

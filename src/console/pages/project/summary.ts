import { setProject, trashProject } from '../../../actions/project.ts';
import { amount, dayOf, duration } from '../../../formatting/index.ts';
import { disclosure } from '../../components/disclosure.ts';
import { facts } from '../../components/facts.ts';
import { projectSumsTable } from '../../components/projectSums.ts';
import { provenance } from '../../components/provenance.ts';
import { trashForm } from '../../components/trashForm.ts';
import { word } from '../../forms/labels.ts';
import { type Html, html } from '../../html/html.ts';
import { recorderName } from '../../html/personName.ts';
import { byAction } from '../../posts/byAction.ts';
import { type OpenLinks, openLinks } from '../../queries/openLinks.ts';
import { type ConsoleProject, type ProjectTotals, projectTotals } from '../../queries/project.ts';
import { type NoteRecord, notesOf } from '../../queries/work.ts';
import type { Person } from '../../sessions/person.ts';
import { note } from './notes.ts';
import { rounds } from './revisions.ts';
import { tab } from './tab.ts';

const set = byAction(setProject, {
  path: '/projects/:id/set',
  looks: {
    status: { hint: 'Archived projects are hidden from the list' },
    stage: { hint: 'Position in your pipeline' },
    hourlyRateCents: { hint: 'For work that is billed by the hour' },
    budgetMinutes: { label: 'Time budget', hint: 'For example 10 h or 12:30' },
  },
  amountsOf: 'project',
});
const trash = byAction(trashProject, {
  path: '/projects/:id/trash',
  redirectTo: () => '/projects',
});

/** The project's details and totals. */
export const summary = tab<{ sums: ProjectTotals; notes: { data: NoteRecord[] }; links: OpenLinks }>({
  name: 'summary',
  label: 'Summary',
  reads: ({ params }) => ({
    sums: projectTotals(params.id!),
    notes: notesOf(params.id!, 1, 3),
    links: openLinks({ project: params.id! }),
  }),
  view: (project, { sums, notes, links }, context) => html`
    <p class="quiet-text">${provenance('Added', { via: project.createdVia, by: project.createdBy, at: project.createdAt }, context.person)} · <a href="/settings/audit?record=${project.id}">History</a></p>
    <div class="columns">
      <section><h2>Details</h2>${details(project, sums, context.person)}
        ${disclosure(context, 'Edit project', set, { values: project, currency: project.currency })}
        ${trashForm(context, trash, links)}</section>
      <section><h2>Work</h2>${work(project, sums, context.person)}
        <h2>Invoices</h2>${totals(project, sums, context.person)}
        <h2>Notes</h2>${notes.data.map(one => note(one, context.person))}
        <p><a href="/projects/${project.id}?tab=notes">${notes.data.length === 0 ? 'Add the first note' : 'All notes'}</a></p></section>
    </div>`,
  posts: [set, trash],
});

function details(
  project: ConsoleProject,
  { scopePriceCents, amountsAdded }: ProjectTotals,
  person: Person,
): Html {
  const { client, currency, hourlyRateCents } = project;
  const money = (cents: number | null) => (cents === null ? null : amount(cents, currency, person.locale));
  return facts([
    [
      'Client',
      html`<a href="/clients/${client.id}">${client.name}</a>${client.company === null ? null : `, ${client.company}`}`,
    ],
    ['Status', word(project.status)],
    ['Stage', word(project.stage)],
    ['Price', money(scopePriceCents)],
    [
      'Change orders',
      amountsAdded.length === 0
        ? null
        : html`<a href="/projects/${project.id}?tab=scope">${amountsAdded.map(one => amount(one.cents, one.currency, person.locale)).join(', ')}</a>`,
    ],
    ['Hourly rate', money(hourlyRateCents)],
    ['Scope', scopeState(project, person)],
    ['Private notes', project.notes],
  ]);
}

function scopeState(project: ConsoleProject, person: Person): Html {
  const { locale, time_zone } = person;
  const { id, scopeVersion, approvedAt, signedAt } = project;
  const settled = (verb: string, time: string | null, recordedBy: string | null): Html[] => {
    if (time === null) return [];
    const recorded = recordedBy === null ? null : html` (recorded by ${recorderName(recordedBy, person)})`;
    return [html`, ${verb} ${dayOf(time, locale, time_zone)}${recorded}`];
  };
  const states = [
    ...settled('approved', approvedAt, project.approvalRecordedBy),
    ...settled('contract signed', signedAt, project.signatureRecordedBy),
  ];
  return html`<a href="/projects/${id}?tab=scope">${scopeVersion ? `Version ${scopeVersion}` : 'Not drafted yet'}${states}</a>`;
}

function work({ id, budgetMinutes }: ConsoleProject, sums: ProjectTotals, { locale }: Person): Html {
  const { totalMinutes, billableMinutes } = sums.time;
  const logged = `${duration(totalMinutes, locale)} (${duration(billableMinutes, locale)} billable)`;
  return facts([
    ['Time', html`<a href="/projects/${id}?tab=time">${logged}</a>`],
    ['Time budget', budgetMinutes === null ? null : budget(totalMinutes, budgetMinutes, locale)],
    [
      'Revision rounds',
      html`${roundsMeter(sums)} <a href="/projects/${id}?tab=revisions">${rounds(sums)}</a>${roundsOver(sums)}`,
    ],
  ]);
}

/** A meter of the used rounds; null if no limit was agreed. */
const roundsMeter = ({ roundsUsed, roundsIncluded, roundsAdded }: ProjectTotals): Html | null =>
  roundsIncluded === null
    ? null
    : html`<meter min="0" max="${Math.max(roundsIncluded + roundsAdded, 1)}" high="${roundsIncluded + roundsAdded - 0.5}" value="${roundsUsed}" aria-label="Revision rounds used">${roundsUsed}</meter>`;

function roundsOver({ roundsUsed, roundsIncluded, roundsAdded }: ProjectTotals): Html | null {
  const over = roundsIncluded === null ? 0 : roundsUsed - roundsIncluded - roundsAdded;
  return over > 0 ? html` <b class="error">over by ${over}</b>` : null;
}

function budget(used: number, planned: number, locale: string): Html {
  const says = `${duration(used, locale)} of ${duration(planned, locale)}`;
  const over =
    used > planned ? html` <b class="error">over by ${duration(used - planned, locale)}</b>` : null;
  return html`<meter min="0" max="${Math.max(planned, 1)}" high="${planned * 0.9}" value="${used}" aria-label="Time budget used">${says}</meter> ${says}${over}`;
}

const totals = ({ id }: ConsoleProject, { invoiceSums }: ProjectTotals, { locale }: Person): Html =>
  invoiceSums.length === 0
    ? html`<p class="empty">No invoices yet. <a href="/projects/${id}?tab=invoices">Draft an invoice</a></p>`
    : projectSumsTable(invoiceSums, locale);

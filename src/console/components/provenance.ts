import { moment } from '../../formatting/index.ts';
import { assistantVia } from '../../vocabulary/provenance.ts';
import { type Html, html } from '../html/html.ts';
import { personName } from '../html/personName.ts';
import type { HistoryEntry, Provenance } from '../queries/provenance.ts';
import type { Person } from '../sessions/person.ts';
import { facts } from './facts.ts';

/** The author of a record: `Ada Marsh`, or for a key `Claude (assistant, via MCP)`. */
export function actorLabel({ via, by }: Pick<Provenance, 'via' | 'by'>, person: Person): Html {
  if (via === 'app') return html`<b>${by === null ? 'a former member' : personName(by, person)}</b>`;
  return html`<b>${by ?? 'unknown API key'}</b> (${assistantVia(via)})`;
}

/** The author and time of a record: `Drafted by Claude (assistant, via MCP), 22 November 2026, 09:05 UTC`. */
export const provenance = (verb: string, made: Provenance, person: Person): Html =>
  html`${verb} by ${byAt(made, person)}`;

const byAt = (made: Provenance, person: Person): Html =>
  html`${actorLabel(made, person)}, ${moment(made.at, person.locale, person.time_zone)}`;

/** How often something was done to a record. */
export const timesDone = (history: readonly HistoryEntry[], done: string): number =>
  history.filter(({ action }) => action === done).length;

/** The label of a step in a record's history, and the actions that take it. */
export type Step = readonly [label: string, ...actions: string[]];

/** For each step that was taken, who took it last and when; then a link to all changes of the record. */
export function historyList(
  recordId: string,
  history: readonly HistoryEntry[],
  steps: readonly Step[],
  person: Person,
): Html {
  const taken = steps.map(([label, ...actions]): [string, Html | null] => {
    const last = history.findLast(({ action }) => actions.includes(action));
    return [label, last ? byAt(last, person) : null];
  });
  return html`<div class="timeline">${facts(taken)}</div><p><a href="/settings/audit?record=${recordId}">All changes</a></p>`;
}

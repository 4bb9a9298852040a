import { moment } from '../../formatting/index.ts';
import { assistantVia } from '../../vocabulary/provenance.ts';
import { type Html, html } from '../html/html.ts';
import { personName } from '../html/personName.ts';
import type { Provenance } from '../queries/provenance.ts';
import type { Person } from '../sessions/person.ts';

/** The author of a record: `Ada Marsh`, or for a key `Claude (assistant, via MCP)`. */
export function actorLabel({ via, by }: Pick<Provenance, 'via' | 'by'>, person: Person): Html {
  if (via === 'app') return html`<b>${by === null ? 'a former member' : personName(by, person)}</b>`;
  return html`<b>${by ?? 'unknown API key'}</b> (${assistantVia(via)})`;
}

/** The author and time of a record: `Drafted by Claude (assistant, via MCP), 22 November 2026, 09:05 UTC`. */
export const provenance = (verb: string, made: Provenance, person: Person): Html =>
  html`${verb} by ${actorLabel(made, person)}, ${moment(made.at, person.locale, person.time_zone)}`;

import { moment } from '../../formatting/index.ts';
import { assistantVia } from '../../vocabulary/provenance.ts';
import { type Html, html } from '../html/html.ts';
import type { Provenance } from '../records/provenance.ts';
import type { Person } from '../sessions/person.ts';

/** The author of a record: `owner@studio.example`, or for a key `Claude (assistant, via MCP)`. */
export function actorLabel({ via, by }: Pick<Provenance, 'via' | 'by'>): Html {
  if (via === 'app') return html`<b>${by ?? 'a former member'}</b>`;
  return html`<b>${by ?? 'unknown API key'}</b> (${assistantVia(via)})`;
}

/** The author and time of a record: `Drafted by Claude (assistant, via MCP), 22 November 2026, 09:05 UTC`. */
export const provenance = (verb: string, made: Provenance, { locale, time_zone }: Person): Html =>
  html`${verb} by ${actorLabel(made)}, ${moment(made.at, locale, time_zone)}`;

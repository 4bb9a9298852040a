import type { z } from 'zod';
import { moment } from '../../formatting/index.ts';
import type { createdVia } from '../../vocabulary/fields.ts';
import { assistantVia } from '../../vocabulary/provenance.ts';
import { type Html, html } from '../html/html.ts';
import type { Person } from '../sessions/person.ts';

/** The channel by which a record was created (app, API, tool server), by whom, and when. */
export interface Provenance {
  via: z.infer<typeof createdVia>;
  /** The email address of a person, or the label of a key; null if no longer known. */
  by: string | null;
  at: string;
}

/** The author of a record: `owner@studio.example`, or for a key `Claude (assistant, via MCP)`. */
export function actorLabel({ via, by }: Pick<Provenance, 'via' | 'by'>): Html {
  if (via === 'app') return html`<b>${by ?? 'a former member'}</b>`;
  return html`<b>${by ?? 'unknown API key'}</b> (${assistantVia(via)})`;
}

/** The author and time of a record: `Drafted by Claude (assistant, via MCP), 22 November 2026, 09:05 UTC`. */
export const provenance = (verb: string, made: Provenance, { locale, time_zone }: Person): Html =>
  html`${verb} by ${actorLabel(made)}, ${moment(made.at, locale, time_zone)}`;

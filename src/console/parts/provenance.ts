import type { z } from 'zod';
import { moment } from '../../figures.ts';
import type { createdVia } from '../../vocabulary/fields.ts';
import { type Html, html } from '../html.ts';
import type { Person } from '../visit.ts';

/** By which door a record came (a person in the app, the API, the tool server), by whom, and when. */
export interface Made {
  via: z.infer<typeof createdVia>;
  /** The e-mail address of a person, or the label of a key; null: not known any more. */
  by: string | null;
  at: string;
}

/** What comes in by a door that is not a person's. */
const kinds = { api: 'integration', mcp: 'assistant' };
/** Whoever is not known by name. */
const somebody = { app: 'somebody', api: 'an integration', mcp: 'an assistant' };

/** Who made something: `Claude (assistant)`. */
export function maker({ via, by }: Pick<Made, 'via' | 'by'>): Html {
  return html`<b>${by ?? somebody[via]}</b>${via === 'app' || by === null ? null : ` (${kinds[via]})`}`;
}

/** Who made something and when: `Drafted by Claude (assistant), 22 November 2026, 09:05 UTC`. */
export const provenance = (verb: string, made: Made, { locale, time_zone }: Person): Html =>
  html`${verb} by ${maker(made)}, ${moment(made.at, locale, time_zone)}`;
